/**
 * Stage 4: which targets may serve a call, in which order, by the snapshot and by what is known of
 * their health.
 */
@NullMarked
package dev.sluice.dataplane.routing;

import org.jspecify.annotations.NullMarked;
