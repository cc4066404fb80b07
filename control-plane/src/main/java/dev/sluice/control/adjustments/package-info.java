/** Corrections of what tenants are charged: entries of their own, borne by a month that is open. */
@NullMarked
package dev.sluice.control.adjustments;

import org.jspecify.annotations.NullMarked;
