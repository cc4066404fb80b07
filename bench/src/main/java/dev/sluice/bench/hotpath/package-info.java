/** Microbenchmarks of what every call passes through. */
@NullMarked
package dev.sluice.bench.hotpath;

import org.jspecify.annotations.NullMarked;
