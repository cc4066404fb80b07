/** Tables as CSV: those that people send, with a fault for each place that cannot be read. */
@NullMarked
package dev.sluice.control.csv;

import org.jspecify.annotations.NullMarked;
