/** Anthropic's Messages as a codec: blocks, whole replies, usage and errors. */
@NullMarked
package dev.sluice.dataplane.dialect.anthropic;

import org.jspecify.annotations.NullMarked;
