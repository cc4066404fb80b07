package dev.sluice.dataplane.cache;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Tells requests apart by everything in them: all fields, known or not. The order of fields,
 * blanks, the spelling of numbers, and whether a stream is wanted make no difference.
 */
final class RequestHash {
    private static final Set<String> FORM = Set.of("stream", "stream_options");

    private final MessageDigest digest;

    RequestHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Adds one word; its end is part of it, so that no two rows of words are alike. */
    RequestHash add(String word) {
        var bytes = word.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
        return this;
    }

    RequestHash addBody(JsonNode body) {
        var top = new TreeMap<String, JsonNode>();
        body.properties()
                .forEach(field -> {
                    if (!FORM.contains(field.getKey())) {
                        top.put(field.getKey(), field.getValue());
                    }
                });
        top.forEach((name, value) -> add(name).add(value));
        return this;
    }

    private RequestHash add(JsonNode node) {
        if (node.isObject()) {
            add("{");
            var fields = new TreeMap<String, JsonNode>();
            node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            fields.forEach((name, value) -> add(name).add(value));
            return add("}");
        }
        if (node.isArray()) {
            add("[");
            node.values().forEach(this::add);
            return add("]");
        }
        return node.isNumber()
                ? add("n" + node.decimalValue().stripTrailingZeros().toString())
                : add(SluiceJson.write(node));
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
