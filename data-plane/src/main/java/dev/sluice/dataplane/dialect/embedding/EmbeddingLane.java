package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Vectors that one dialect gives and another is told. */
public final class EmbeddingLane implements UnaryLane {
    private final Dialect from;
    private final Dialect to;
    private final JsonFields request;
    private final String model;
    private final long countedInput;

    /**
     * @param request as the caller sent it
     * @param model the name the caller is shown
     * @param countedInput by the gateway, where the provider tells no count
     */
    public EmbeddingLane(
            Dialect from, Dialect to, JsonFields request, String model, long countedInput) {
        this.from = from;
        this.to = to;
        this.request = request;
        this.model = model;
        this.countedInput = countedInput;
    }

    @Override
    public ReplyBody read(byte[] body) {
        try {
            var root = ForeignJson.read(body);
            if (root.hasNonNull("error")) {
                return new ReplyBody.Failure(UpstreamErrors.read(body, 0, body.length));
            }
            return read(root);
        } catch (JacksonException broken) {
            return new ReplyBody.Invalid("a body that is no JSON object");
        }
    }

    private ReplyBody read(JsonNode root) {
        var sent = ForeignJson.read(request.bytes());
        var caller = Embeddings.of(to);
        var asked = from == to ? caller.formOf(sent) : caller.readRequest(sent);
        var reply = Embeddings.of(from).readReply(root);
        if (reply.vectors().size() != asked.texts().size()) {
            return new ReplyBody.Invalid(
                    reply.vectors().size() + " vectors for " + asked.texts().size() + " texts");
        }
        var told = reply.inputTokens();
        var written = caller.writeReply(reply, asked, model, told == null ? countedInput : told);
        return new ReplyBody.Good(
                ForeignJson.bytes(written),
                told == null ? null : TokenUsage.of(told, 0),
                true,
                reply.model(),
                null);
    }
}
