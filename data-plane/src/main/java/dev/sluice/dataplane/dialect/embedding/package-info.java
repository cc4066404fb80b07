/** Embeddings as every dialect means them, for callers and targets that speak different ones. */
@NullMarked
package dev.sluice.dataplane.dialect.embedding;

import org.jspecify.annotations.NullMarked;
