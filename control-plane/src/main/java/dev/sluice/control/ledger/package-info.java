/** The books: one row for each call, money as double entry, roll-ups that follow both. */
@NullMarked
package dev.sluice.control.ledger;

import org.jspecify.annotations.NullMarked;
