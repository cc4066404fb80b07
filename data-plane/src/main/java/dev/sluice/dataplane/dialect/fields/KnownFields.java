package dev.sluice.dataplane.dialect.fields;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.model.id.NearestName;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Which fields of a request no reader of its dialect knows. */
public final class KnownFields {
    private static final int MOST_FOUND = 10;
    private static final int MOST_CHARACTERS = 100;

    private static final KnownFields CHAT = read("openai-chat", false);
    private static final KnownFields COMPLETIONS = read("openai-completions", false);
    private static final KnownFields RESPONSES = read("openai-responses", false);
    private static final KnownFields EMBEDDINGS = read("openai-embeddings", false);
    private static final KnownFields RERANK = read("openai-rerank", false);
    private static final KnownFields IMAGES = read("openai-images", false);
    private static final KnownFields SPEECH = read("openai-audio", false);
    private static final KnownFields MESSAGES = read("anthropic", false);
    private static final KnownFields GEMINI = read("gemini", true);
    private static final KnownFields GEMINI_EMBEDDINGS = read("gemini-embeddings", true);
    private static final KnownFields TGI = read("tgi", false);

    private final FieldTree tree;

    /** Whether names in snake case mean those in camel case. */
    private final boolean bothCases;

    private KnownFields(FieldTree tree, boolean bothCases) {
        this.tree = tree;
        this.bothCases = bothCases;
    }

    private static KnownFields read(String name, boolean bothCases) {
        return new KnownFields(FieldTree.read(name), bothCases);
    }

    /**
     * A field that is not known.
     *
     * @param path as {@code messages[0].nam}
     * @param meant a known one that it probably stands for; null where none is near
     */
    public record Unknown(String path, @Nullable String meant) {}

    /** Those of the door; null where its requests are not JSON of the gateway's own knowledge. */
    public static @Nullable KnownFields of(Door door) {
        return switch (door.operation()) {
            case CHAT -> ofChat(door.dialect());
            case COMPLETIONS -> COMPLETIONS;
            case EMBEDDINGS -> door.dialect() == Dialect.GEMINI ? GEMINI_EMBEDDINGS : EMBEDDINGS;
            case RERANK -> RERANK;
            case IMAGES -> door.variant().equals("/images/generations") ? IMAGES : null;
            case AUDIO -> door.variant().equals("/audio/speech") ? SPEECH : null;
        };
    }

    private static @Nullable KnownFields ofChat(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> CHAT;
            case OPENAI_RESPONSES -> RESPONSES;
            case ANTHROPIC -> MESSAGES;
            case GEMINI -> GEMINI;
            case TGI -> TGI;
            case BEDROCK_CONVERSE, DASHSCOPE, QIANFAN, OLLAMA, COHERE, GRPC_OIP -> null;
        };
    }

    /** In their order, the first few of them; the body must be one JSON object. */
    public List<Unknown> unknownIn(byte[] body) {
        var found = new ArrayList<Unknown>();
        try (var parser = SluiceJson.mapper().createParser(body)) {
            parser.nextToken();
            object(parser, tree, "", found);
        }
        return found;
    }

    private void value(JsonParser parser, FieldTree known, String path, List<Unknown> found) {
        if (known.isOpen() || found.size() == MOST_FOUND) {
            parser.skipChildren();
        } else if (parser.currentToken() == JsonToken.START_OBJECT) {
            object(parser, known, path, found);
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            for (var i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                value(parser, known, path + "[" + i + "]", found);
            }
        }
    }

    private void object(JsonParser parser, FieldTree known, String path, List<Unknown> found) {
        var before = found.size();
        String type = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = parser.currentName();
            var field = field(known, name);
            var isText = parser.nextToken() == JsonToken.VALUE_STRING;
            type = isText && name.equals("type") ? parser.getString() : type;
            var here = path.isEmpty() ? name : path + "." + name;
            if (field != null) {
                value(parser, field, here, found);
                continue;
            }
            parser.skipChildren();
            if (found.size() < MOST_FOUND) {
                found.add(new Unknown(shortened(here), meant(known, name)));
            }
        }
        if (!known.isOf(type)) { // its type may stand last
            found.subList(before, found.size()).clear();
        }
    }

    private @Nullable FieldTree field(FieldTree known, String name) {
        var field = known.field(name);
        return field != null || !bothCases ? field : known.field(camel(name));
    }

    private static String camel(String name) {
        var text = new StringBuilder(name.length());
        for (var i = 0; i < name.length(); i++) {
            var c = name.charAt(i);
            if (c == '_' && i > 0 && i + 1 < name.length()) {
                text.append(Character.toUpperCase(name.charAt(++i)));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static @Nullable String meant(FieldTree known, String name) {
        return name.length() > MOST_CHARACTERS
                ? null
                : NearestName.of(name, known.names()).orElse(null);
    }

    private static String shortened(String path) {
        return path.length() <= MOST_CHARACTERS ? path : path.substring(0, MOST_CHARACTERS) + "…";
    }
}
