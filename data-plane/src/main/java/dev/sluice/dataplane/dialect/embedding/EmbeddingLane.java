package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Vectors that one dialect gives and another is told; they come in several replies where the target
 * takes fewer texts at once than the caller has.
 */
public final class EmbeddingLane implements UnaryLane {
    private final Dialect from;
    private final Dialect to;
    private final JsonFields request;
    private final String model;
    private final long countedInput;
    private final List<JsonNode> vectors = new ArrayList<>();
    private @Nullable Long told;

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
        var target = Embeddings.of(from);
        var reply = target.readReply(root);
        var texts = asked.texts().size();
        var expected = Math.min(target.mostTexts(), texts - vectors.size());
        if (reply.vectors().size() != expected) {
            return new ReplyBody.Invalid(
                    reply.vectors().size() + " vectors for " + expected + " texts");
        }
        vectors.addAll(reply.vectors());
        var more = reply.inputTokens();
        told = more == null ? told : Long.valueOf(orZero(told) + more);
        if (vectors.size() < texts) {
            var share = countedInput * vectors.size() / texts;
            return new ReplyBody.Part(TokenUsage.of(told == null ? share : told, 0));
        }
        return whole(caller, asked, reply.model());
    }

    private ReplyBody whole(
            EmbeddingCodec caller, EmbeddingsRequest asked, @Nullable String served) {
        var all = new EmbeddingsReply(vectors, told, served);
        var written = caller.writeReply(all, asked, model, told == null ? countedInput : told);
        return new ReplyBody.Good(
                ForeignJson.bytes(written),
                told == null ? null : TokenUsage.of(told, 0),
                true,
                served,
                null);
    }

    private static long orZero(@Nullable Long tokens) {
        return tokens == null ? 0 : tokens;
    }
}
