/** Many rows into PostgreSQL at once. */
@NullMarked
package dev.sluice.control.ledger.copy;

import org.jspecify.annotations.NullMarked;
