/** The fact of one finished call, as it travels from a node to the ledger. */
@NullMarked
package dev.sluice.model.usage;

import org.jspecify.annotations.NullMarked;
