/** One HTTP call from its arrival to its end, and the ways to end it badly. */
@NullMarked
package dev.sluice.simulator.exchange;

import org.jspecify.annotations.NullMarked;
