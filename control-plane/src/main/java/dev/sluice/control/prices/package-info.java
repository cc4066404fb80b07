/** Brings the prices of lists from outside into the price books of models. */
@NullMarked
package dev.sluice.control.prices;

import org.jspecify.annotations.NullMarked;
