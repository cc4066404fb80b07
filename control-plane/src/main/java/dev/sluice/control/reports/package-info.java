/** What was used and what it cost, read from the books: single calls, and below that months. */
@NullMarked
package dev.sluice.control.reports;

import org.jspecify.annotations.NullMarked;
