/** What the first page shows: traffic of the last minutes, money of the day and the month. */
@NullMarked
package dev.sluice.control.overview;

import org.jspecify.annotations.NullMarked;
