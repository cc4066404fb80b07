/** Calls that a node plays to itself before it says ready, so that the first of others are fast. */
@NullMarked
package dev.sluice.dataplane.rehearsal;

import org.jspecify.annotations.NullMarked;
