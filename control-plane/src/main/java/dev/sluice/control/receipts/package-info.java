/** One call's full story: each attempt, its price lines, what was held and charged, and why. */
@NullMarked
package dev.sluice.control.receipts;

import org.jspecify.annotations.NullMarked;
