package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.node.ObjectNode;

/** DashScope's own generation. */
public final class DashScopeCodec extends DialectCodec {
    public DashScopeCodec() {
        super(
                new DashScopeRequests(),
                new DashScopeReplies(),
                new DashScopeStreams(),
                new MessageErrors(
                        DashScopeCodec::error,
                        "id:1\nevent:error\n:HTTP_STATUS/400\ndata:",
                        "\n\n"));
    }

    @Override
    public boolean tellsStops() {
        return true;
    }

    private static ObjectNode error(ErrorCodec.Told told) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("code", told.code().code()).put("message", told.message());
        return body.put("request_id", told.requestId());
    }
}
