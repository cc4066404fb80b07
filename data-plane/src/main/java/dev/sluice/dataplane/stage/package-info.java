/** The stages that keep the books, as the rest of the node sees them. */
@NullMarked
package dev.sluice.dataplane.stage;

import org.jspecify.annotations.NullMarked;
