package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI's form. Its SDKs ask for base64 without telling their callers. */
final class OpenAiEmbeddings implements EmbeddingCodec {
    @Override
    public EmbeddingsRequest readRequest(JsonNode body) {
        return new EmbeddingsRequest(
                Texts.read(body.path("input"), "input"),
                Texts.whole(body.path("dimensions")),
                null,
                body.path("encoding_format").asString("").equals("base64"),
                false);
    }

    @Override
    public int mostTexts() {
        return 2048;
    }

    @Override
    public ObjectNode writeRequest(EmbeddingsRequest request, String model, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode().put("model", model);
        request.texts().forEach(body.putArray("input")::add);
        Tree.put(body, "dimensions", request.dimensions());
        if (request.purpose() != null) {
            losses.dropped("taskType");
        }
        return body;
    }

    @Override
    public EmbeddingsReply readReply(JsonNode body) {
        var entries = new ArrayList<>(body.path("data").values());
        entries.sort(Comparator.comparingInt(entry -> entry.path("index").asInt(0)));
        var vectors = new ArrayList<JsonNode>();
        for (var entry : entries) {
            var vector = entry.path("embedding");
            Texts.addTo(vectors).accept(vector.isString() ? numbers(vector.asString()) : vector);
        }
        var usage = body.path("usage");
        var tokens = Texts.whole(usage.path("prompt_tokens"));
        return new EmbeddingsReply(
                vectors,
                tokens != null ? tokens : Texts.whole(usage.path("total_tokens")),
                Texts.text(body.path("model")));
    }

    @Override
    public ObjectNode writeReply(
            EmbeddingsReply reply, EmbeddingsRequest request, String model, long tokens) {
        var body = SluiceJson.mapper().createObjectNode().put("object", "list");
        var entries = body.putArray("data");
        for (var vector : reply.vectors()) {
            var entry = entries.addObject().put("object", "embedding");
            entry.put("index", entries.size() - 1);
            if (request.base64()) {
                entry.put("embedding", bytes(vector));
            } else {
                entry.set("embedding", vector);
            }
        }
        body.put("model", model);
        body.putObject("usage").put("prompt_tokens", tokens).put("total_tokens", tokens);
        return body;
    }

    /** Numbers of 32 bits, the lowest byte first. */
    static String bytes(JsonNode vector) {
        var buffer = ByteBuffer.allocate(vector.size() * Float.BYTES);
        buffer.order(ByteOrder.LITTLE_ENDIAN);
        vector.values().forEach(number -> buffer.putFloat((float) number.asDouble(0)));
        return Base64.getEncoder().encodeToString(buffer.array());
    }

    static JsonNode numbers(String base64) {
        var numbers = SluiceJson.mapper().createArrayNode();
        try {
            var buffer = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
            buffer.order(ByteOrder.LITTLE_ENDIAN);
            while (buffer.remaining() >= Float.BYTES) {
                numbers.add(buffer.getFloat());
            }
            return numbers;
        } catch (IllegalArgumentException noBase64) {
            return SluiceJson.mapper().getNodeFactory().nullNode();
        }
    }
}
