/** Cohere's second chat: messages of OpenAI's form, answers of its own. */
@NullMarked
package dev.sluice.dataplane.dialect.cohere;

import org.jspecify.annotations.NullMarked;
