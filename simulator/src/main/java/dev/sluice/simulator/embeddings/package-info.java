/** Embeddings that depend on nothing but their text. */
@NullMarked
package dev.sluice.simulator.embeddings;

import org.jspecify.annotations.NullMarked;
