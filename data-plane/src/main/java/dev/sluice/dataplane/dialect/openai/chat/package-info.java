/** Chat completions as a codec: read into the conversation and written from it. */
@NullMarked
package dev.sluice.dataplane.dialect.openai.chat;

import org.jspecify.annotations.NullMarked;
