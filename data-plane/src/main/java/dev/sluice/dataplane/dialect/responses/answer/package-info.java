/** Answers of the openai-responses dialect: whole ones, and the events of a stream. */
@NullMarked
package dev.sluice.dataplane.dialect.responses.answer;

import org.jspecify.annotations.NullMarked;
