package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.gemini.request.GeminiRequests;

/** Google's generateContent. */
public final class GeminiCodec implements DialectCodec {
    private final RequestCodec requests = new GeminiRequests();
    private final ReplyCodec replies = new GeminiReplies();
    private final StreamCodec streams = new GeminiStreams();
    private final ErrorCodec errors = new GeminiErrors();

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
