/** Stage 1: from HTTP to a call that was read once, bounded in size and time. */
@NullMarked
package dev.sluice.dataplane.ingress;

import org.jspecify.annotations.NullMarked;
