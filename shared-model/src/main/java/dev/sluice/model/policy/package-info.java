/** How calls are treated, as an alias and the levels of a caller say. */
@NullMarked
package dev.sluice.model.policy;

import org.jspecify.annotations.NullMarked;
