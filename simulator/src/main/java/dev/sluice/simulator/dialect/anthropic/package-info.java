/** Anthropic's messages. */
@NullMarked
package dev.sluice.simulator.dialect.anthropic;

import org.jspecify.annotations.NullMarked;
