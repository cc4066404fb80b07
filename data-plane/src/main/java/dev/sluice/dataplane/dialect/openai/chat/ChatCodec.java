package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;

/** OpenAI's chat completions, which most providers speak. */
public final class ChatCodec implements DialectCodec {
    private final RequestCodec requests = new ChatRequests();
    private final ReplyCodec replies = new ChatReplies();
    private final StreamCodec streams = new ChatStreams();
    private final ErrorCodec errors = new OpenAiErrors();

    @Override
    public RequestCodec requests() {
        return requests;
    }

    @Override
    public ReplyCodec replies() {
        return replies;
    }

    @Override
    public StreamCodec streams() {
        return streams;
    }

    @Override
    public ErrorCodec errors() {
        return errors;
    }
}
