/** Holds what providers billed against what the ledger has, and says where they differ and why. */
@NullMarked
package dev.sluice.control.reconciliation;

import org.jspecify.annotations.NullMarked;
