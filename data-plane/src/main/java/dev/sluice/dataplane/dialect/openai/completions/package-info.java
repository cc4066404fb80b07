/** OpenAI's legacy completions: a text is continued. */
@NullMarked
package dev.sluice.dataplane.dialect.openai.completions;

import org.jspecify.annotations.NullMarked;
