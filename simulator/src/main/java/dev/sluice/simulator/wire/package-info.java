/** Frames of a stream as bytes. */
@NullMarked
package dev.sluice.simulator.wire;

import org.jspecify.annotations.NullMarked;
