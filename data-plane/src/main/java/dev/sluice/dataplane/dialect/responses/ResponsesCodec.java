package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.responses.answer.ResponsesReplies;
import dev.sluice.dataplane.dialect.responses.answer.ResponsesStreams;

/** OpenAI's Responses API, stateless: nothing of an answer is kept. */
public final class ResponsesCodec extends DialectCodec {
    public ResponsesCodec() {
        super(
                new ResponsesRequests(),
                new ResponsesReplies(),
                new ResponsesStreams(),
                new ResponsesErrors());
    }
}
