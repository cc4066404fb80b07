/** OpenAI's chat, responses, completions, embeddings and what others serve beside them. */
@NullMarked
package dev.sluice.simulator.dialect.openai;

import org.jspecify.annotations.NullMarked;
