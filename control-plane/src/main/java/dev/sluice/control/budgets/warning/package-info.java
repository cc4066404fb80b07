/** Budgets that came near their end, once for each window. */
@NullMarked
package dev.sluice.control.budgets.warning;

import org.jspecify.annotations.NullMarked;
