package dev.sluice.dataplane.json;

import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.model.json.SluiceJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Finds where a value lies in a JSON text, without reading the rest. */
public final class JsonPlaces {
    private JsonPlaces() {}

    /**
     * The place of the value at a path of fields; null where it is absent or the text is broken.
     */
    public static @Nullable Span find(byte[] json, int from, int to, List<String> path) {
        try (var parser = SluiceJson.mapper().createParser(json, from, to - from)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? find(parser, from, path) : null;
        } catch (JacksonException broken) {
            return null;
        }
    }

    /** Whether a whole object begins there. */
    public static boolean isObject(byte[] json, int from, int to) {
        try (var parser = SluiceJson.mapper().createParser(json, from, to - from)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    && parser.skipChildren().currentToken() == JsonToken.END_OBJECT;
        } catch (JacksonException broken) {
            return false;
        }
    }

    private static @Nullable Span find(JsonParser parser, int base, List<String> path) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            var isNext = parser.currentName().equals(path.getFirst());
            var token = parser.nextToken();
            if (isNext && path.size() == 1) {
                var start = base + (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                return new Span(
                        start, base + (int) parser.currentLocation().getByteOffset(), token);
            }
            if (isNext && token == JsonToken.START_OBJECT) {
                return find(parser, base, path.subList(1, path.size()));
            }
            parser.skipChildren();
        }
        return null;
    }
}
