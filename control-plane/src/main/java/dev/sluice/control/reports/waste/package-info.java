/** What was paid for and gave nothing, and what to do about it. */
@NullMarked
package dev.sluice.control.reports.waste;

import org.jspecify.annotations.NullMarked;
