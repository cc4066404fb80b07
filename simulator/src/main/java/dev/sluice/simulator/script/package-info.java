/** How a simulated upstream is told to behave, and for which calls. */
@NullMarked
package dev.sluice.simulator.script;

import org.jspecify.annotations.NullMarked;
