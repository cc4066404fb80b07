package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.dialect.openai.ReplyReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonCursor;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Whole answers: pictures as an object, transcripts as an object or as a text. */
final class MediaReply implements UnaryLane {
    private static final Set<String> TEXT_FORMATS = Set.of("text", "srt", "vtt");
    private static final int PAGE_BYTES = 64;

    private final MediaDoor door;
    private final boolean textAsked;
    private final @Nullable String alias;
    private final MediaMeter meter;
    private final OutputText output;

    /**
     * @param format that the request names; null where it names none
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     */
    MediaReply(
            MediaDoor door,
            @Nullable String format,
            @Nullable String alias,
            MediaMeter meter,
            OutputText output) {
        this.door = door;
        this.textAsked = format != null && TEXT_FORMATS.contains(format);
        this.alias = alias;
        this.meter = meter;
        this.output = output;
    }

    @Override
    public ReplyBody read(byte[] body) {
        if (door.makesPictures()) {
            return pictures(body);
        }
        JsonFields fields;
        try {
            fields = JsonFields.scan(body);
        } catch (MalformedJson noObject) {
            return text(body);
        }
        var error = fields.span("error");
        if (error != null && error.token() != JsonToken.VALUE_NULL) {
            return new ReplyBody.Failure(UpstreamErrors.read(body, 0, body.length));
        }
        return door.makesSound()
                ? new ReplyBody.Invalid("an object instead of sound")
                : transcript(fields);
    }

    private ReplyBody pictures(byte[] body) {
        var read = new ReplyReader(Operation.IMAGES, alias, output).read(body);
        if (read instanceof ReplyBody.Good) {
            meter.made(pictureCount(JsonFields.scan(body)));
        }
        return read;
    }

    private static long pictureCount(JsonFields fields) {
        var data = fields.span("data");
        if (data == null || data.token() != JsonToken.START_ARRAY) {
            return 1;
        }
        var cursor = new JsonCursor();
        cursor.over(fields.bytes(), data.from(), data.to());
        cursor.beginArray();
        var count = 0L;
        while (cursor.nextElement()) {
            cursor.skipValue();
            count++;
        }
        return count;
    }

    private ReplyBody transcript(JsonFields fields) {
        var text = fields.span("text");
        if (text == null || text.token() != JsonToken.VALUE_STRING) {
            return new ReplyBody.Invalid("an object without a 'text'");
        }
        var body = fields.bytes();
        output.append(body, text.from() + 1, text.to() - 1);
        meter.heard(value(fields, "duration"));
        var usage = meter.usage(value(fields, "usage"));
        var patch = new JsonPatch();
        var model = fields.span("model");
        if (alias != null && model != null) {
            patch.replace(model.from(), model.to(), ForeignJson.quoted(alias));
        }
        return good(patch.apply(body, 0, body.length), usage);
    }

    /** What cannot be read tells nothing. */
    private static JsonNode value(JsonFields fields, String name) {
        var span = fields.span(name);
        if (span == null) {
            return MissingNode.getInstance();
        }
        try {
            return ForeignJson.read(fields.bytes(), span.from(), span.length());
        } catch (JacksonException unreadable) {
            return MissingNode.getInstance();
        }
    }

    /** A text is what the caller asked for, or no answer. */
    private ReplyBody text(byte[] body) {
        if (!textAsked) {
            return new ReplyBody.Invalid(
                    body.length == 0 ? "an empty body" : "a body that is no JSON object");
        }
        if (isPage(body)) {
            return new ReplyBody.Invalid("a page instead of a transcript");
        }
        var quoted = ForeignJson.quoted(new String(body, StandardCharsets.UTF_8));
        output.append(quoted, 1, quoted.length - 1);
        return good(body, null);
    }

    private static boolean isPage(byte[] body) {
        var start =
                new String(body, 0, Math.min(body.length, PAGE_BYTES), StandardCharsets.ISO_8859_1)
                        .strip()
                        .toLowerCase(Locale.ROOT);
        return start.startsWith("<!doctype") || start.startsWith("<html");
    }

    private static ReplyBody good(byte[] body, @Nullable TokenUsage usage) {
        return new ReplyBody.Good(body, usage, true, null, null);
    }
}
