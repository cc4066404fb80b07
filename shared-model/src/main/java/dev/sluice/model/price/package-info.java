/** What tokens cost: dated price books and the one place that turns usage into money. */
@NullMarked
package dev.sluice.model.price;

import org.jspecify.annotations.NullMarked;
