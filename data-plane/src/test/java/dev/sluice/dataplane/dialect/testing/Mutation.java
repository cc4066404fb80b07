package dev.sluice.dataplane.dialect.testing;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Spoils what is good, for the same seed always in the same way. */
public final class Mutation {
    private static final List<String> ODD =
            List.of(
                    "null",
                    "true",
                    "false",
                    "0",
                    "-1",
                    "1.5",
                    "1e400",
                    "1e20000",
                    "-1e-20000",
                    "99999999999999999999",
                    "\"\"",
                    "\"x\"",
                    "\"\\ud800\"",
                    "\"a\\ud83d b\"",
                    "\"\\u0000\\n\u4f60\ud83d\ude00\"",
                    "[]",
                    "{}",
                    "[[[[[]]]]]",
                    "[null,1,\"a\",{}]",
                    "{\"type\":\"no_such_type\"}",
                    "{\"\":{\"a\":[{}]}}");

    private static final List<String> PIECES =
            List.of("\"", "{", "]", ",", "\r\n", "\n\n", "null", "1e20000", "data: ", "\ufeff");

    private final Random random;

    public Mutation(long seed) {
        random = new Random(seed);
    }

    public boolean coin() {
        return random.nextBoolean();
    }

    public <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** The document with some of its values replaced, removed, doubled or moved elsewhere. */
    public JsonNode json(JsonNode good) {
        var root = good.deepCopy();
        for (var changes = 1 + random.nextInt(4); changes > 0; changes--) {
            var places = new ArrayList<JsonNode>();
            gather(root, places);
            if (!places.isEmpty()) {
                change(one(places), places);
            }
        }
        return root;
    }

    private static void gather(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer() && !node.isEmpty()) {
            containers.add(node);
        }
        node.forEach(child -> gather(child, containers));
    }

    private void change(JsonNode container, List<JsonNode> others) {
        switch (container) {
            case ObjectNode object -> {
                var name = one(List.copyOf(object.propertyNames()));
                switch (random.nextInt(4)) {
                    case 0 -> object.remove(name);
                    case 1 -> object.set(name + "x", object.remove(name));
                    default -> object.set(name, value(others));
                }
            }
            case ArrayNode array -> {
                var at = random.nextInt(array.size());
                switch (random.nextInt(4)) {
                    case 0 -> array.remove(at);
                    case 1 -> array.insert(at, array.get(at).deepCopy());
                    default -> array.set(at, value(others));
                }
            }
            default -> throw new IllegalStateException("no container: " + container);
        }
    }

    private JsonNode value(List<JsonNode> others) {
        return random.nextInt(3) == 0
                ? one(others).deepCopy()
                : SluiceJson.mapper().readTree(one(ODD));
    }

    /** The bytes with some of them changed, cut out, or said twice. */
    public byte[] bytes(byte[] good) {
        var bytes = good.clone();
        for (var hits = random.nextInt(3); hits >= 0 && bytes.length > 1; hits--) {
            var at = random.nextInt(bytes.length);
            var to = Math.min(bytes.length, at + 1 + random.nextInt(40));
            bytes =
                    switch (random.nextInt(6)) {
                        case 0 -> joined(bytes, at, bytes, to);
                        case 1 -> joined(bytes, to, bytes, at);
                        case 2 -> Arrays.copyOf(bytes, at);
                        case 3, 4 -> with(bytes, at, one(PIECES));
                        default -> {
                            bytes[at] = (byte) random.nextInt(256);
                            yield bytes;
                        }
                    };
        }
        return bytes;
    }

    private static byte[] with(byte[] bytes, int at, String piece) {
        var inserted = piece.getBytes(StandardCharsets.UTF_8);
        var head = joined(bytes, at, inserted, 0);
        return joined(head, head.length, bytes, at);
    }

    private static byte[] joined(byte[] first, int to, byte[] second, int from) {
        var all = Arrays.copyOf(first, to + second.length - from);
        System.arraycopy(second, from, all, to, second.length - from);
        return all;
    }

    /** The same bytes in segments of any size, none of them empty. */
    public List<byte[]> cut(byte[] whole) {
        var segments = new ArrayList<byte[]>();
        var most = 1 + random.nextInt(1 + whole.length / 2);
        for (var from = 0; from < whole.length; ) {
            var to = Math.min(whole.length, from + 1 + random.nextInt(most));
            segments.add(Arrays.copyOfRange(whole, from, to));
            from = to;
        }
        return segments;
    }
}
