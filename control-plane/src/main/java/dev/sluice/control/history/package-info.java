/** Versions over time: what they were, what changed between them, and the way back. */
@NullMarked
package dev.sluice.control.history;

import org.jspecify.annotations.NullMarked;
