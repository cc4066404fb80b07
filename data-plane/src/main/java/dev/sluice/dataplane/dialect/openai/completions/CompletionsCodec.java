package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;

/** Legacy completions. They share the dialect of chat completions, but for what is said in it. */
public final class CompletionsCodec implements DialectCodec {
    private final RequestCodec requests;
    private final ReplyCodec replies = new CompletionsReplies();
    private final StreamCodec streams;
    private final ErrorCodec errors = new OpenAiErrors();

    /**
     * Shares what is the same in chat completions.
     *
     * @param chat whose requests are patched alike and whose streams are framed alike
     */
    public CompletionsCodec(DialectCodec chat) {
        this.requests = new CompletionsRequests(chat.requests());
        this.streams = new CompletionsStreams(chat.streams());
    }

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
