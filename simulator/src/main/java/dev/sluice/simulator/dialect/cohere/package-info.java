/** Cohere's second version: chat, embed, rerank. */
@NullMarked
package dev.sluice.simulator.dialect.cohere;

import org.jspecify.annotations.NullMarked;
