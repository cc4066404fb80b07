/** Reads the usage and cost files that providers give out. */
@NullMarked
package dev.sluice.control.reconciliation.bills;

import org.jspecify.annotations.NullMarked;
