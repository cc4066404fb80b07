/** Which nodes there are, what version each runs, and which have fallen silent. */
@NullMarked
package dev.sluice.control.fleet;

import org.jspecify.annotations.NullMarked;
