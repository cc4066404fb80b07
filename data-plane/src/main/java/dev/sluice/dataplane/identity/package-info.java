/** Stages 2 and 3: who calls, and whether the caller may use what it names. */
@NullMarked
package dev.sluice.dataplane.identity;

import org.jspecify.annotations.NullMarked;
