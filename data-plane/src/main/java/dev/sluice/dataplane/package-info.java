/** The node: main and what it is told by its environment. */
@NullMarked
package dev.sluice.dataplane;

import org.jspecify.annotations.NullMarked;
