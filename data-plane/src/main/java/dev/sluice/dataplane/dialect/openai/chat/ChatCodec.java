package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;

/** OpenAI's chat completions, which most providers speak. */
public final class ChatCodec extends DialectCodec {
    public ChatCodec() {
        super(new ChatRequests(), new ChatReplies(), new ChatStreams(), new OpenAiErrors());
    }
}
