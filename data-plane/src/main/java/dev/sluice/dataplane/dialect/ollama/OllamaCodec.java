package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;

/** Ollama's own chat. */
public final class OllamaCodec implements DialectCodec {
    private final RequestCodec requests = new OllamaRequests();
    private final ReplyCodec replies = new OllamaReplies();
    private final StreamCodec streams = new OllamaStreams();
    private final ErrorCodec errors =
            new MessageErrors(
                    told -> SluiceJson.mapper().createObjectNode().put("error", told.message()),
                    "",
                    "\n");

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
