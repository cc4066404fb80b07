package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;

/** Legacy completions. They share the dialect of chat completions, but for what is said in it. */
public final class CompletionsCodec extends DialectCodec {
    /**
     * Shares what is the same in chat completions.
     *
     * @param chat whose requests are patched alike and whose streams are framed alike
     */
    public CompletionsCodec(DialectCodec chat) {
        super(
                new CompletionsRequests(chat.requests()),
                new CompletionsReplies(),
                new CompletionsStreams(chat.streams()),
                new OpenAiErrors());
    }
}
