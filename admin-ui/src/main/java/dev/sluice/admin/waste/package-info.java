/** What was paid for and gave nothing. */
@NullMarked
package dev.sluice.admin.waste;

import org.jspecify.annotations.NullMarked;
