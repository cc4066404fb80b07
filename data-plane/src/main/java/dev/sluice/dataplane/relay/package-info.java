/** Stage 8: the only package that writes to the caller. */
@NullMarked
package dev.sluice.dataplane.relay;

import org.jspecify.annotations.NullMarked;
