/**
 * Budgets as they stand, and the care for their counters in Redis: what abandoned calls hold is
 * swept and booked, and what Redis loses is rebuilt from the ledger.
 */
@NullMarked
package dev.sluice.control.budgets;

import org.jspecify.annotations.NullMarked;
