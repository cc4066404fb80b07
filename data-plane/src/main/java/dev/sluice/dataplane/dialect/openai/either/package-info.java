/** Answers that come in the other of OpenAI's two chat dialects than the one that was asked. */
@NullMarked
package dev.sluice.dataplane.dialect.openai.either;

import org.jspecify.annotations.NullMarked;
