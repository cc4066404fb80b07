package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;

/** Qianfan's first version. */
public final class QianfanCodec implements DialectCodec {
    private final RequestCodec requests = new QianfanRequests();
    private final ReplyCodec replies = new QianfanReplies();
    private final StreamCodec streams = new QianfanStreams();
    private final ErrorCodec errors =
            new MessageErrors(
                    told ->
                            SluiceJson.mapper()
                                    .createObjectNode()
                                    .put("error_code", QianfanReplies.errorCode(told.code()))
                                    .put("error_msg", told.message()),
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
