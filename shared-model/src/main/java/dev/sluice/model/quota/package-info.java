/** How much may be used: rate limits, budgets, windows, and the reservation's life. */
@NullMarked
package dev.sluice.model.quota;

import org.jspecify.annotations.NullMarked;
