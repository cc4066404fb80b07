/** Follows the published config: parts and heads in, one compiled snapshot at a time out. */
@NullMarked
package dev.sluice.dataplane.snapshot;

import org.jspecify.annotations.NullMarked;
