/** A programmable upstream: it answers as a provider would, or as badly as a script says. */
@NullMarked
package dev.sluice.simulator;

import org.jspecify.annotations.NullMarked;
