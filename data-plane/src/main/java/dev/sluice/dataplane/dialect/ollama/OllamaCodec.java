package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;

/** Ollama's own chat. */
public final class OllamaCodec extends DialectCodec {
    public OllamaCodec() {
        super(
                new OllamaRequests(),
                new OllamaReplies(),
                new OllamaStreams(),
                new MessageErrors(
                        told -> SluiceJson.mapper().createObjectNode().put("error", told.message()),
                        "",
                        "\n"));
    }

    /** A prompt that was in the server's cache is not counted. */
    @Override
    protected boolean mayHideInput() {
        return true;
    }
}
