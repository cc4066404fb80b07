/** The {@code sluice} command: its sub-commands, what they print and with which code they end. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
