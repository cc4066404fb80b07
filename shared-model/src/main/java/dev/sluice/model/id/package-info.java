/** Validated names and identifiers that both planes exchange. */
@NullMarked
package dev.sluice.model.id;

import org.jspecify.annotations.NullMarked;
