/** The control plane: where people decide, and where the books are kept. */
@NullMarked
package dev.sluice.control;

import org.jspecify.annotations.NullMarked;
