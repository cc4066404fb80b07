package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;

/** DashScope's own generation. */
public final class DashScopeCodec implements DialectCodec {
    private final RequestCodec requests = new DashScopeRequests();
    private final ReplyCodec replies = new DashScopeReplies();
    private final StreamCodec streams = new DashScopeStreams();
    private final ErrorCodec errors =
            new MessageErrors(
                    told -> {
                        var body = SluiceJson.mapper().createObjectNode();
                        body.put("code", told.code().code()).put("message", told.message());
                        return body.put("request_id", told.requestId());
                    },
                    "id:1\nevent:error\n:HTTP_STATUS/400\ndata:",
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
