package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Counts a request's input: per message, with a cache by content hash, so that a growing
 * conversation is counted once. Long new texts are counted off the event loop.
 */
public final class InputTokenCounter implements InputCounter {
    /** What surrounds each message, and the reply's beginning. */
    private static final int TOKENS_PER_MESSAGE = 4;

    private static final int TOKENS_PER_REQUEST = 3;
    private static final int INLINE_BYTES = 512;
    private static final int CACHE_SLOTS = 1 << 14;
    private static final List<String> FIELDS =
            List.of(
                    "system",
                    "messages",
                    "tools",
                    "functions",
                    "response_format",
                    "input",
                    "prompt");

    private final Tokenizers tokenizers;
    private final AtomicReferenceArray<@Nullable Counted> cache =
            new AtomicReferenceArray<>(CACHE_SLOTS);

    private record Counted(ContentHash hash, TokenFamily family, long tokens) {}

    private record Piece(int from, int to, ContentHash hash) {}

    public InputTokenCounter(Tokenizers tokenizers) {
        this.tokenizers = tokenizers;
    }

    @Override
    public long worstCase(UpstreamModel model, long counted) {
        return TokenFamily.of(model).worstCase(counted);
    }

    @Override
    public Future<Long> count(Call call, UpstreamModel model) {
        var family = TokenFamily.of(model);
        var body = call.body();
        var pieces = pieces(body);
        var known = (long) TOKENS_PER_REQUEST;
        var missing = new ArrayList<Piece>();
        var missingBytes = 0;
        for (var piece : pieces) {
            var found = cached(piece.hash(), family);
            if (found >= 0) {
                known += found;
            } else {
                missing.add(piece);
                missingBytes += piece.to() - piece.from();
            }
        }
        var sum = known;
        if (missing.isEmpty()) {
            return Future.succeededFuture(sum);
        }
        if (missingBytes <= INLINE_BYTES && tokenizers.isReady()) {
            return Future.succeededFuture(sum + countAll(body, missing, family));
        }
        return tokenizers.offLoop(() -> sum + countAll(body, missing, family));
    }

    private long cached(ContentHash hash, TokenFamily family) {
        var entry = cache.get(slotOf(hash));
        return entry != null && entry.family() == family && entry.hash().equals(hash)
                ? entry.tokens()
                : -1;
    }

    private static int slotOf(ContentHash hash) {
        return (int) hash.low() & (CACHE_SLOTS - 1);
    }

    private long countAll(JsonFields body, List<Piece> pieces, TokenFamily family) {
        var sum = 0L;
        for (var piece : pieces) {
            var tokens = new PieceCount(family).of(body.bytes(), piece.from(), piece.to());
            cache.set(slotOf(piece.hash()), new Counted(piece.hash(), family, tokens));
            sum += tokens;
        }
        return sum;
    }

    /** Each message on its own; every other field that is input as a whole. */
    private static List<Piece> pieces(JsonFields body) {
        var pieces = new ArrayList<Piece>();
        for (var field : FIELDS) {
            var span = body.span(field);
            if (span == null) {
                continue;
            }
            if (!field.equals("messages") || span.token() != JsonToken.START_ARRAY) {
                pieces.add(piece(body.bytes(), span.from(), span.to()));
                continue;
            }
            try (var parser = body.parserAt(field)) {
                if (parser == null) {
                    continue;
                }
                parser.nextToken();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    var from = span.from() + (int) parser.currentTokenLocation().getByteOffset();
                    parser.skipChildren();
                    parser.finishToken();
                    var to = span.from() + (int) parser.currentLocation().getByteOffset();
                    pieces.add(piece(body.bytes(), from, to));
                }
            }
        }
        return pieces;
    }

    private static Piece piece(byte[] bytes, int from, int to) {
        return new Piece(from, to, ContentHash.of(bytes, from, to));
    }

    /** Sums over the strings of one value. */
    private final class PieceCount {
        private final TokenFamily family;
        private long tokens = TOKENS_PER_MESSAGE;

        PieceCount(TokenFamily family) {
            this.family = family;
        }

        long of(byte[] bytes, int from, int to) {
            try (var parser = SluiceJson.mapper().createParser(bytes, from, to - from)) {
                for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                    add(parser, token);
                }
            }
            return tokens;
        }

        private void add(JsonParser parser, JsonToken token) {
            switch (token) {
                case VALUE_STRING -> addText(parser);
                // An embeddings input may be token ids; a number in a schema is a token or so.
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> tokens++;
                case PROPERTY_NAME -> tokens += schemaName(parser);
                case START_OBJECT,
                        END_OBJECT,
                        START_ARRAY,
                        END_ARRAY,
                        VALUE_NULL,
                        VALUE_EMBEDDED_OBJECT,
                        NOT_AVAILABLE -> {}
            }
        }

        /** Names of a message's own fields are not input; those of tools and schemas are. */
        private long schemaName(JsonParser parser) {
            return MESSAGE_FIELDS.contains(parser.currentName()) ? 0 : 2;
        }

        private void addText(JsonParser parser) {
            var name = parser.currentName();
            if (name != null && MEDIA_FIELDS.contains(name)) {
                var text = parser.getString();
                tokens += mediaTokens(name, text);
            } else if (name == null || !SILENT_FIELDS.contains(name)) {
                tokens += tokenizers.count(family, parser.getString());
            }
        }
    }

    private static final List<String> MESSAGE_FIELDS =
            List.of(
                    "role",
                    "content",
                    "type",
                    "text",
                    "name",
                    "tool_calls",
                    "tool_call_id",
                    "function",
                    "arguments",
                    "id",
                    "image_url",
                    "url",
                    "detail",
                    "input_audio",
                    "data",
                    "format",
                    "source",
                    "media_type",
                    "thinking",
                    "signature",
                    "tool_use_id");
    private static final List<String> SILENT_FIELDS =
            List.of(
                    "role",
                    "type",
                    "tool_call_id",
                    "id",
                    "detail",
                    "format",
                    "media_type",
                    "signature",
                    "tool_use_id");
    private static final List<String> MEDIA_FIELDS = List.of("url", "data");

    /** The dearest size of an image, and seconds of speech at a modest bit rate. */
    private static long mediaTokens(String field, String text) {
        return field.equals("url") ? 1_445 : 200 + text.length() / 1_000;
    }
}
