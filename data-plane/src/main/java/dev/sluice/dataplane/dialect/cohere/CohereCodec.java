package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.node.ObjectNode;

/** Cohere's second chat. */
public final class CohereCodec extends DialectCodec {
    public CohereCodec() {
        super(
                new CohereRequests(),
                new CohereReplies(),
                new CohereStreams(),
                new MessageErrors(CohereCodec::error, "event: error\ndata: ", "\n\n"));
    }

    @Override
    public boolean tellsStops() {
        return true;
    }

    private static ObjectNode error(ErrorCodec.Told told) {
        var body = SluiceJson.mapper().createObjectNode();
        Tree.put(body, "id", told.requestId());
        return body.put("message", told.message()).put("error_type", told.code().code());
    }
}
