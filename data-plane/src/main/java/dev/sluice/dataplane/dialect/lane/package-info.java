/**
 * How an answer comes from an upstream to the caller: in its own bytes with splices where both
 * speak the same dialect, else read by one codec and written by the other.
 */
@NullMarked
package dev.sluice.dataplane.dialect.lane;

import org.jspecify.annotations.NullMarked;
