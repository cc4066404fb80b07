package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.responses.answer.ResponsesReplies;
import dev.sluice.dataplane.dialect.responses.answer.ResponsesStreams;

/** OpenAI's Responses API, stateless: nothing of an answer is kept. */
public final class ResponsesCodec implements DialectCodec {
    private final RequestCodec requests = new ResponsesRequests();
    private final ReplyCodec replies = new ResponsesReplies();
    private final StreamCodec streams = new ResponsesStreams();
    private final ErrorCodec errors = new ResponsesErrors();

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
