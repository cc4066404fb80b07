/** What the stages hand on: one type for each step of a call. */
@NullMarked
package dev.sluice.dataplane.call;

import org.jspecify.annotations.NullMarked;
