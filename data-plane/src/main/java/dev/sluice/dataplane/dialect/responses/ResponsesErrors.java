package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;

/** Errors: OpenAI's body, and an event of its own in a stream that has told nothing yet. */
final class ResponsesErrors implements ErrorCodec {
    @Override
    public byte[] body(Told told) {
        return OpenAiErrors.write(told.code(), told.message(), told.param());
    }

    @Override
    public int status(Told told) {
        return OpenAiErrors.statusOf(told);
    }

    @Override
    public void event(Told told, Door door, ByteSink out) {
        var event = SluiceJson.mapper().createObjectNode().put("type", "error");
        event.put("sequence_number", 0).put("code", told.code().code());
        event.put("message", told.message()).put("param", told.param());
        out.append("event: error\ndata: ".getBytes(StandardCharsets.US_ASCII))
                .append(ForeignJson.bytes(event))
                .append("\n\n".getBytes(StandardCharsets.US_ASCII));
    }
}
