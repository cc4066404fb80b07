package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.json.JsonCursor;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.metering.vocabulary.Encoding;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JsonToken;

/**
 * Counts a request's input by walking over its bytes. Passages that were counted before cost a
 * look-up; long new ones are counted off the event loop.
 */
public final class InputTokenCounter implements InputCounter {
    /** What surrounds each message of a chat, and the reply's beginning. */
    private static final int TOKENS_PER_MESSAGE = 4;

    private static final int TOKENS_PER_REQUEST = 3;
    private static final int TOKENS_PER_NAME = 2;

    /** New text up to here is counted in less time than the way to another thread and back. */
    private static final int INLINE_BYTES = 16 << 10;

    private static final List<String> FIELDS =
            List.of(
                    "system",
                    "instructions",
                    "messages",
                    "tools",
                    "functions",
                    "response_format",
                    "input",
                    "prompt",
                    "query",
                    "documents",
                    "contents",
                    "systemInstruction",
                    "system_instruction",
                    "generateContentRequest",
                    "content",
                    "requests");

    /** Fields whose elements are counted one by one. */
    private static final List<String> TURNS = List.of("messages", "contents");

    private final Tokenizers tokenizers;
    private final Passages passages;

    private record Text(int from, int to) {}

    public InputTokenCounter(Tokenizers tokenizers) {
        this.tokenizers = tokenizers;
        this.passages = new Passages(tokenizers);
    }

    @Override
    public long worstCase(UpstreamModel model, long counted) {
        return TokenFamily.of(model).worstCase(counted);
    }

    @Override
    public Future<Long> count(Call call, UpstreamModel model) {
        var walk = new Walk(TokenFamily.of(model).encoding(), call);
        walk.overAll();
        var tokens = walk.tokens + fileTokens(call);
        if (walk.missing.isEmpty()) {
            return Future.succeededFuture(tokens);
        }
        return tokenizers.offLoop(() -> tokens + walk.countMissing());
    }

    /** Of a form: its pictures, or its sound by how long it is. */
    private static long fileTokens(Call call) {
        var upload = call.upload();
        if (upload == null) {
            return 0;
        }
        return call.operation() == Operation.IMAGES
                ? (long) upload.files() * IMAGE_TOKENS
                : upload.soundMs() / MS_PER_SOUND_TOKEN;
    }

    /** What a string is, by the name of the field that it stands in. */
    private enum Role {
        /** Part of the message's form. */
        FORM,
        /** Form whose value is no text. */
        SILENT,
        IMAGE,
        SOUND,
        /** Anything else: the name is input, too, as in tools and schemas. */
        TEXT
    }

    private static final byte[][] FORM =
            names(
                    "content",
                    "text",
                    "name",
                    "tool_calls",
                    "function",
                    "arguments",
                    "image_url",
                    "input_audio",
                    "source",
                    "thinking",
                    "parts",
                    "inlineData");
    private static final byte[][] SILENT =
            names(
                    "role",
                    "type",
                    "tool_call_id",
                    "id",
                    "detail",
                    "format",
                    "media_type",
                    "signature",
                    "tool_use_id",
                    "mimeType",
                    "mime_type",
                    "thoughtSignature",
                    "thought_signature");
    private static final byte[] URL = "url".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TITLE = "title".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);

    private static byte[][] names(String... names) {
        return Stream.of(names)
                .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /** The dearest size of an image. */
    private static final int IMAGE_TOKENS = 1_445;

    private static final long MS_PER_SOUND_TOKEN = 100;

    /** Seconds of speech at a modest bit rate. */
    private static int soundTokens(int bytes) {
        return 200 + bytes / 1_000;
    }

    /** Sums up one request. */
    private final class Walk {
        private final Encoding encoding;
        private final JsonFields body;
        private final byte[] json;
        private final JsonCursor cursor = new JsonCursor();
        private final List<Text> missing = new ArrayList<>(0);

        /** Texts to embed stand alone: nothing surrounds them, and other fields are not read. */
        private final boolean texts;

        private long tokens;
        private int inlineBytes;

        Walk(Encoding encoding, Call call) {
            this.encoding = encoding;
            this.body = call.body();
            this.json = body.bytes();
            this.texts = call.operation() == Operation.EMBEDDINGS;
            this.tokens = texts ? 0 : TOKENS_PER_REQUEST;
        }

        /** Each message on its own; every other field that is input as a whole. */
        void overAll() {
            for (var field : FIELDS) {
                var span = body.span(field);
                if (span == null) {
                    continue;
                }
                cursor.over(json, span.from(), span.to());
                if (TURNS.contains(field) && span.token() == JsonToken.START_ARRAY) {
                    cursor.beginArray();
                    while (cursor.nextElement()) {
                        tokens += TOKENS_PER_MESSAGE;
                        value(Role.TEXT);
                    }
                } else {
                    tokens += texts ? 0 : TOKENS_PER_MESSAGE;
                    value(Role.TEXT);
                }
            }
        }

        private void value(Role role) {
            switch (cursor.peek()) {
                case '"' -> string(role);
                case '{' -> {
                    cursor.beginObject();
                    while (cursor.nextField()) {
                        field();
                    }
                }
                case '[' -> {
                    cursor.beginArray();
                    while (cursor.nextElement()) {
                        value(Role.TEXT);
                    }
                }
                case 'n' -> cursor.skipValue();
                default -> {
                    // An embeddings input may be token ids; a number in a schema is a token or so.
                    cursor.skipValue();
                    tokens += role == Role.SILENT ? 0 : 1;
                }
            }
        }

        private void field() {
            var role = role();
            if (role == Role.TEXT) {
                tokens += TOKENS_PER_NAME;
            }
            value(role);
        }

        private Role role() {
            for (var name : FORM) {
                if (cursor.keyIs(name)) {
                    return Role.FORM;
                }
            }
            for (var name : SILENT) {
                if (cursor.keyIs(name)) {
                    return Role.SILENT;
                }
            }
            if (cursor.keyIs(URL)) {
                return Role.IMAGE;
            }
            if (cursor.keyIs(DATA)) {
                return Role.SOUND;
            }
            if (texts) {
                return cursor.keyIs(TITLE) ? Role.FORM : Role.SILENT;
            }
            return Role.TEXT;
        }

        private void string(Role role) {
            cursor.readString();
            switch (role) {
                case TEXT, FORM -> text(cursor.stringFrom(), cursor.stringTo());
                case SILENT -> {}
                case IMAGE -> tokens += IMAGE_TOKENS;
                case SOUND -> tokens += soundTokens(cursor.stringTo() - cursor.stringFrom());
            }
        }

        private void text(int from, int to) {
            if (to - from > Passages.EXACT_BYTES) {
                missing.add(new Text(from, to));
                return;
            }
            var at = from;
            while (at < to) {
                var found = Passages.end(json, at, to);
                var end = found < 0 ? to : found;
                passage(at, end);
                at = end;
            }
        }

        private void passage(int from, int to) {
            var known = passages.known(encoding, json, from, to);
            if (known >= 0) {
                tokens += known;
            } else if (tokenizers.isReady() && inlineBytes + to - from <= INLINE_BYTES) {
                inlineBytes += to - from;
                tokens += passages.count(encoding, json, from, to);
            } else {
                missing.add(new Text(from, to));
            }
        }

        long countMissing() {
            var sum = 0L;
            for (var text : missing) {
                sum += passages.countAll(encoding, json, text.from(), text.to());
            }
            return sum;
        }
    }
}
