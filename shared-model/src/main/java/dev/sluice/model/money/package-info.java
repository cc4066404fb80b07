/** Exact amounts of money in nano-units, and the only rounding rules. */
@NullMarked
package dev.sluice.model.money;

import org.jspecify.annotations.NullMarked;
