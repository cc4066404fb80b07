/** What is asked and what will be said, before any dialect puts it into its words. */
@NullMarked
package dev.sluice.simulator.answer;

import org.jspecify.annotations.NullMarked;
