package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;

/** Cohere's second chat. */
public final class CohereCodec implements DialectCodec {
    private final RequestCodec requests = new CohereRequests();
    private final ReplyCodec replies = new CohereReplies();
    private final StreamCodec streams = new CohereStreams();
    private final ErrorCodec errors =
            new MessageErrors(
                    told -> {
                        var body = SluiceJson.mapper().createObjectNode();
                        if (told.requestId() != null) {
                            body.put("id", told.requestId());
                        }
                        return body.put("message", told.message())
                                .put("error_type", told.code().code());
                    },
                    "event: error\ndata: ",
                    "\n\n");

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
