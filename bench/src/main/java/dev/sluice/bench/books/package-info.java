/** How fast the control plane books usage events, and how much memory it takes for it. */
@NullMarked
package dev.sluice.bench.books;

import org.jspecify.annotations.NullMarked;
