/** By whose clock days and months begin: that of each tenant. */
@NullMarked
package dev.sluice.control.calendar;

import org.jspecify.annotations.NullMarked;
