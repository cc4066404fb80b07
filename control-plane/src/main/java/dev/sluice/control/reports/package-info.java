/** What was used and what it cost, read from the books: single calls and sums of a month. */
@NullMarked
package dev.sluice.control.reports;

import org.jspecify.annotations.NullMarked;
