/** Reads the files that people send, and says of each place that cannot be read where it is. */
@NullMarked
package dev.sluice.control.uploads;

import org.jspecify.annotations.NullMarked;
