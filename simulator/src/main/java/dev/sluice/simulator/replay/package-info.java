/** Recorded answers, served byte for byte and cut as told. */
@NullMarked
package dev.sluice.simulator.replay;

import org.jspecify.annotations.NullMarked;
