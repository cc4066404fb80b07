package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonCursor;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** Reads unary replies: one that is not a reply of the dialect must never look like a success. */
public final class ReplyReader implements UnaryLane {
    private final @Nullable String alias;
    private final OutputText output;
    private final Operation operation;
    private final int vectors;

    /**
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     */
    public ReplyReader(Operation operation, @Nullable String alias, OutputText output) {
        this(operation, alias, output, 0);
    }

    /**
     * @param vectors that are asked for; 0 takes any number
     */
    public ReplyReader(
            Operation operation, @Nullable String alias, OutputText output, int vectors) {
        this.vectors = vectors;
        this.operation = operation;
        this.alias = alias;
        this.output = output;
    }

    @Override
    public ReplyBody read(byte[] body) {
        JsonFields fields;
        try {
            fields = JsonFields.scan(body);
        } catch (MalformedJson broken) {
            return new ReplyBody.Invalid(
                    body.length == 0 ? "an empty body" : "a body that is no JSON object");
        }
        var error = fields.span("error");
        if (error != null && error.token() != JsonToken.VALUE_NULL) {
            return new ReplyBody.Failure(UpstreamErrors.read(body, 0, body.length));
        }
        return switch (operation) {
            case CHAT, COMPLETIONS -> chat(fields);
            case EMBEDDINGS, IMAGES -> embeddings(fields);
            case RERANK, AUDIO -> new ReplyBody.Invalid("a body that is none of the operation");
        };
    }

    private ReplyBody chat(JsonFields fields) {
        var frame = new ChatFrame(output);
        var body = fields.bytes();
        try {
            frame.read(body, 0, body.length);
        } catch (MalformedJson odd) {
            return new ReplyBody.Invalid("a body that is no chat completion");
        }
        if (frame.errorFrom >= 0) {
            return new ReplyBody.Failure(UpstreamErrors.read(body, frame.errorFrom, frame.errorTo));
        }
        if (frame.choiceCount == 0) {
            return new ReplyBody.Invalid("a body without choices");
        }
        var patch = new JsonPatch();
        var served = patchModel(patch, fields);
        String finish = null;
        for (var slot = 0; slot < frame.choiceCount; slot++) {
            var reason = patchFinish(patch, frame, slot, body);
            if (reason == FinishReason.BROKEN) {
                return new ReplyBody.Invalid("an answer that it broke off");
            }
            finish = finish == null ? reason.text() : finish;
        }
        CallRepairs.ofReply(patch, frame, body);
        var usage = frame.usageFrom < 0 ? null : usage(body, frame.usageFrom, frame.usageTo);
        return new ReplyBody.Good(
                patch.apply(body, 0, body.length), usage, frame.produced, served, finish);
    }

    /** What cannot be read tells nothing. */
    private static @Nullable TokenUsage usage(byte[] body, int from, int to) {
        try {
            return OpenAiUsage.read(body, from, to);
        } catch (MalformedJson unreadable) {
            return null;
        }
    }

    private static FinishReason patchFinish(
            JsonPatch patch, ChatFrame frame, int slot, byte[] body) {
        var from = frame.finishFrom[slot];
        if (from < 0) {
            return FinishReason.STOP.after(frame.hasTools[slot]);
        }
        var to = frame.finishTo[slot];
        var sent = new String(body, from, to - from, StandardCharsets.UTF_8);
        var read = FinishReason.of(sent);
        // A unary answer is over: no reason is a plain end.
        var meant =
                (read == FinishReason.NONE ? FinishReason.STOP : read).after(frame.hasTools[slot]);
        if (meant != FinishReason.BROKEN && !meant.text().equals(sent)) {
            patch.replace(from - 1, to + 1, meant.quoted());
        }
        return meant;
    }

    private ReplyBody embeddings(JsonFields fields) {
        var data = fields.span("data");
        if (data == null || data.token() == JsonToken.VALUE_NULL || data.length() <= 2) {
            return new ReplyBody.Invalid("a body without data");
        }
        var count = vectors == 0 ? 0 : entries(fields, data);
        if (count != vectors) {
            return new ReplyBody.Invalid(count + " vectors for " + vectors + " texts");
        }
        var patch = new JsonPatch();
        var served = patchModel(patch, fields);
        var body = fields.bytes();
        return new ReplyBody.Good(
                patch.apply(body, 0, body.length), usageOf(fields), true, served, null);
    }

    private static int entries(JsonFields fields, Span data) {
        var cursor = new JsonCursor();
        cursor.over(fields.bytes(), data.from(), data.to());
        if (!cursor.atArray()) {
            return 0;
        }
        var count = 0;
        for (cursor.beginArray(); cursor.nextElement(); count++) {
            cursor.skipValue();
        }
        return count;
    }

    private static @Nullable TokenUsage usageOf(JsonFields fields) {
        var usage = fields.span("usage");
        return usage == null || usage.token() != JsonToken.START_OBJECT
                ? null
                : usage(fields.bytes(), usage.from(), usage.to());
    }

    /** Returns the upstream's own name of the model. */
    private @Nullable String patchModel(JsonPatch patch, JsonFields fields) {
        var span = fields.span("model");
        if (span == null) {
            return null;
        }
        if (alias != null) {
            patch.replace(span.from(), span.to(), ForeignJson.quoted(alias));
        }
        return span.token() == JsonToken.VALUE_STRING && span.length() > 2
                ? new String(
                        fields.bytes(), span.from() + 1, span.length() - 2, StandardCharsets.UTF_8)
                : null;
    }
}
