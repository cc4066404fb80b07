/**
 * A whole Sluice on one machine: its directory, ports and processes, started and stopped in order.
 */
@NullMarked
package dev.sluice.cli.stack;

import org.jspecify.annotations.NullMarked;
