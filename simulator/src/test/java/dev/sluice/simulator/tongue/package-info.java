/** Strict readers, one a dialect: they take what the protocol allows and fail on anything else. */
@NullMarked
package dev.sluice.simulator.tongue;

import org.jspecify.annotations.NullMarked;
