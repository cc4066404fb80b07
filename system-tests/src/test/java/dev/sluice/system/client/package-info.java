/** What the tests talk to the stack with: callers, the ledger, budgets, the simulator. */
@NullMarked
package dev.sluice.system.client;

import org.jspecify.annotations.NullMarked;
