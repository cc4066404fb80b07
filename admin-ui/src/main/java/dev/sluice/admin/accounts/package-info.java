/** Balances of the ledger's accounts, and what is held beside them. */
@NullMarked
package dev.sluice.admin.accounts;

import org.jspecify.annotations.NullMarked;
