package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.tree.MessageErrors;
import dev.sluice.model.json.SluiceJson;

/** Qianfan's first version. */
public final class QianfanCodec extends DialectCodec {
    public QianfanCodec() {
        super(
                new QianfanRequests(),
                new QianfanReplies(),
                new QianfanStreams(),
                new MessageErrors(
                        told ->
                                SluiceJson.mapper()
                                        .createObjectNode()
                                        .put("error_code", QianfanReplies.errorCode(told.code()))
                                        .put("error_msg", told.message()),
                        "",
                        "\n"));
    }
}
