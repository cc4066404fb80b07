/** Calls answered with figures: vectors, relevance, counted tokens. */
@NullMarked
package dev.sluice.simulator.measure;

import org.jspecify.annotations.NullMarked;
