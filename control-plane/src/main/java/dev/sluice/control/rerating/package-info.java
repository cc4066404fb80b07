/** What booked calls would have cost at other prices, and the adjustments that make it so. */
@NullMarked
package dev.sluice.control.rerating;

import org.jspecify.annotations.NullMarked;
