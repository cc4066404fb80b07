package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;

/** Anthropic's Messages, which coding agents speak. */
public final class AnthropicCodec implements DialectCodec {
    private final RequestCodec requests;
    private final StreamCodec streams;
    private final ReplyCodec replies = new AnthropicReplies();
    private final ErrorCodec errors = new AnthropicErrors();

    public AnthropicCodec(RequestCodec requests, StreamCodec streams) {
        this.requests = requests;
        this.streams = streams;
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
