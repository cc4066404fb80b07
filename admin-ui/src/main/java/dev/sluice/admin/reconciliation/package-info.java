/** Providers' bills against the ledger, counts against counts, and what pools cost. */
@NullMarked
package dev.sluice.admin.reconciliation;

import org.jspecify.annotations.NullMarked;
