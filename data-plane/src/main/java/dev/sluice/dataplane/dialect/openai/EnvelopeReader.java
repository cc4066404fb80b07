package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Reads the envelope of a request, and checks the fields that the gateway acts on: a wrong one is
 * refused with a message that says what to change. All other fields are the upstream's business.
 */
public final class EnvelopeReader {
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
    private static final int MOST_CHOICES = 128;

    private EnvelopeReader() {}

    /** Fails with {@link GatewayFailure.Malformed}. */
    public static Envelope read(Operation operation, JsonFields body) {
        return read(Door.of(Dialect.OPENAI_CHAT, operation), body);
    }

    /** Fails with {@link GatewayFailure.Malformed}. */
    public static Envelope read(Door door, JsonFields body) {
        var alias = door.model() != null ? door.model() : RequestFields.requiredText(body, "model");
        return switch (door.operation()) {
            case CHAT -> chat(alias, body);
            case COMPLETIONS -> completions(alias, body);
            case EMBEDDINGS -> embeddings(alias, body);
            case RERANK -> rerank(alias, body);
            case IMAGES, AUDIO -> media(door, alias, body);
        };
    }

    private static Envelope completions(String alias, JsonFields body) {
        var prompt = body.span("prompt");
        if (prompt == null || prompt.token() == JsonToken.VALUE_NULL) {
            throw RequestFields.wrong("prompt", "must be a text, or an array of texts or tokens");
        }
        var stream = RequestFields.flag(body, "stream");
        return new Envelope(
                alias,
                stream,
                usageAsked(body, stream),
                cap(body, MAX_TOKENS),
                MAX_TOKENS,
                choices(body),
                prompts(body, prompt),
                false,
                false,
                RequestFields.text(body, "user"));
    }

    /** How many vectors are asked for. */
    public static int inputs(JsonFields body) {
        var input = body.span("input");
        return input == null ? 1 : prompts(body, input);
    }

    /** How many documents are to be put in order. */
    public static int documents(JsonFields body) {
        var documents = body.span("documents");
        return documents == null
                ? 0
                : ForeignJson.read(body.bytes(), documents.from(), documents.length()).size();
    }

    /** Texts or lists of tokens are prompts each; a list of tokens alone is one. */
    private static int prompts(JsonFields body, Span prompt) {
        if (prompt.token() != JsonToken.START_ARRAY) {
            return 1;
        }
        var list = ForeignJson.read(body.bytes(), prompt.from(), prompt.length());
        return list.path(0).isNumber() ? 1 : Math.max(1, list.size());
    }

    private static Envelope rerank(String alias, JsonFields body) {
        RequestFields.requiredValue(body, "query");
        var documents = body.span("documents");
        if (documents == null || documents.token() != JsonToken.START_ARRAY) {
            throw RequestFields.wrong("documents", "must be an array of texts or objects");
        }
        if (RequestFields.isEmptyNested(body, documents)) {
            throw RequestFields.wrong("documents", "must not be empty");
        }
        return plain(alias, body);
    }

    /** Speech says otherwise whether it is wanted as a stream of events. */
    private static Envelope media(Door door, String alias, JsonFields body) {
        var stream =
                RequestFields.flag(body, "stream")
                        || "sse".equals(RequestFields.text(body, "stream_format"));
        var pictures = door.operation() == Operation.IMAGES;
        var media = MediaDoor.of(door);
        return new Envelope(
                alias,
                stream,
                false,
                null,
                MAX_TOKENS,
                pictures ? choices(body) : 1,
                1,
                false,
                pictures && media != null && media.takesFiles(),
                RequestFields.text(body, "user"));
    }

    private static Envelope plain(String alias, JsonFields body) {
        return new Envelope(
                alias,
                false,
                false,
                null,
                MAX_TOKENS,
                1,
                1,
                false,
                false,
                RequestFields.text(body, "user"));
    }

    private static Envelope chat(String alias, JsonFields body) {
        var messages = body.span("messages");
        if (messages == null || messages.token() != JsonToken.START_ARRAY) {
            throw RequestFields.wrong("messages", "must be an array of messages");
        }
        if (RequestFields.isEmptyNested(body, messages)) {
            throw RequestFields.wrong("messages", "must hold at least one message");
        }
        var stream = RequestFields.flag(body, "stream");
        var capField = capField(body);
        return new Envelope(
                alias,
                stream,
                usageAsked(body, stream),
                cap(body, capField),
                capField,
                choices(body),
                1,
                RequestFields.isFilledArray(body, "tools")
                        || RequestFields.isFilledArray(body, "functions"),
                RequestFields.mentions(body, messages, "image_url"),
                RequestFields.text(body, "user"));
    }

    private static Envelope embeddings(String alias, JsonFields body) {
        var input = body.span("input");
        if (input == null || input.token() == JsonToken.VALUE_NULL) {
            throw RequestFields.wrong(
                    "input", "must be a text, an array of texts or an array of tokens");
        }
        if (input.token() == JsonToken.START_ARRAY && RequestFields.isEmptyNested(body, input)) {
            throw RequestFields.wrong("input", "must not be empty");
        }
        return new Envelope(
                alias,
                false,
                false,
                null,
                MAX_TOKENS,
                1,
                1,
                false,
                false,
                RequestFields.text(body, "user"));
    }

    private static boolean usageAsked(JsonFields body, boolean stream) {
        var span = body.span("stream_options");
        if (span == null || span.token() == JsonToken.VALUE_NULL) {
            return false;
        }
        if (span.token() != JsonToken.START_OBJECT) {
            throw RequestFields.wrong("stream_options", "must be an object");
        }
        if (!stream) {
            throw RequestFields.wrong(
                    "stream_options", "may only be given together with \"stream\": true");
        }
        var options = ForeignJson.read(body.bytes(), span.from(), span.length());
        return options.path("include_usage").asBoolean(false);
    }

    /** Both may be given; the newer one wins, as at the providers. */
    private static String capField(JsonFields body) {
        return RequestFields.isGiven(body, MAX_COMPLETION_TOKENS)
                ? MAX_COMPLETION_TOKENS
                : MAX_TOKENS;
    }

    private static @Nullable Long cap(JsonFields body, String capField) {
        for (var field : List.of(MAX_TOKENS, MAX_COMPLETION_TOKENS)) {
            if (RequestFields.isGiven(body, field)) {
                RequestFields.wholeNumber(body, field, Long.MAX_VALUE);
            }
        }
        return RequestFields.isGiven(body, capField)
                ? RequestFields.wholeNumber(body, capField, Long.MAX_VALUE)
                : null;
    }

    private static int choices(JsonFields body) {
        if (!RequestFields.isGiven(body, "n")) {
            return 1;
        }
        var n = RequestFields.wholeNumber(body, "n", MOST_CHOICES + 1L);
        if (n > MOST_CHOICES) {
            throw RequestFields.wrong("n", "must be between 1 and " + MOST_CHOICES);
        }
        return (int) n;
    }
}
