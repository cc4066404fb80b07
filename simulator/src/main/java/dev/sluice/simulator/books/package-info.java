/** The simulator's own account of every call, to hold a gateway's ledger against. */
@NullMarked
package dev.sluice.simulator.books;

import org.jspecify.annotations.NullMarked;
