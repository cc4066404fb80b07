/** The books over time: days made ahead and dropped, months closed by an immutable statement. */
@NullMarked
package dev.sluice.control.periods;

import org.jspecify.annotations.NullMarked;
