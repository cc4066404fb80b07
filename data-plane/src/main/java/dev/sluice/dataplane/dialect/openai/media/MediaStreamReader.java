package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonCursor;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the events of pictures, speech and transcripts for what they say of the answer. Pictures
 * and sound within them are skipped, not read.
 */
final class MediaStreamReader implements StreamReader {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_JSON =
            "{\"error\":{\"message\":\"a frame is no valid JSON\"}}"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final ContentPart MEDIUM =
            new ContentPart.Opaque(Dialect.OPENAI_CHAT, "medium", NullNode.getInstance());

    /** What is longer is a picture or sound: that it is there is enough. */
    private static final int MOST_READ_BYTES = 64 * 1024;

    private final Consumer<ReplyEvent> sink;
    private final MediaMeter meter;
    private final int imagesAsked;
    private final SseReader frames = new SseReader(this::onEvent);
    private final JsonCursor cursor = new JsonCursor();
    private boolean textSeen;
    private boolean over;

    MediaStreamReader(Consumer<ReplyEvent> sink, MediaMeter meter, int imagesAsked) {
        this.sink = sink;
        this.meter = meter;
        this.imagesAsked = imagesAsked;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        frames.feed(bytes, from, to);
    }

    @Override
    public void end() {
        frames.end();
    }

    @Override
    public boolean isInsideEvent() {
        return frames.isInsideEvent();
    }

    private void onEvent(byte[] bytes, int from, int to) {
        if (over) {
            return;
        }
        if (Arrays.equals(bytes, from, Math.min(to, from + DONE.length), DONE, 0, DONE.length)) {
            over = true;
            sink.accept(new ReplyEvent.Finished());
            return;
        }
        ObjectNode event;
        try {
            event = slim(bytes, from, to);
        } catch (MalformedJson | JacksonException broken) {
            fail(NO_JSON);
            return;
        }
        if (event.hasNonNull("error") || event.path("type").asString("").equals("error")) {
            fail(Arrays.copyOfRange(bytes, from, to));
        } else {
            read(event);
        }
    }

    private ObjectNode slim(byte[] bytes, int from, int to) {
        var event = SluiceJson.mapper().createObjectNode();
        cursor.over(bytes, from, to);
        cursor.beginObject();
        while (cursor.nextField()) {
            var key = cursor.key();
            var start = cursor.position();
            cursor.skipValue();
            var length = cursor.reached() - start;
            if (length > MOST_READ_BYTES) {
                event.put(key, true);
            } else {
                event.set(key, ForeignJson.read(bytes, start, length));
            }
        }
        cursor.expectEnd();
        return event;
    }

    private void fail(byte[] body) {
        over = true;
        sink.accept(new ReplyEvent.Failed(body));
    }

    private void read(ObjectNode event) {
        usage(event.path("usage"));
        var type = event.path("type").asString("");
        switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "partial_image" -> {
                meter.begun();
                medium();
            }
            case "partial_succeeded" -> picture();
            case "completed" -> {
                if (event.hasNonNull("b64_json") || event.hasNonNull("url")) {
                    picture();
                    stopIf(meter.made() >= imagesAsked);
                } else {
                    stopIf(true);
                }
            }
            case "delta" -> delta(event.path("delta"), type);
            case "done" -> {
                if (!textSeen) {
                    text(event.path("text"));
                }
                stopIf(true);
            }
            default -> event.path("choices").values().forEach(this::choice);
        }
    }

    private void usage(JsonNode node) {
        var usage = meter.usage(node);
        if (usage != null) {
            sink.accept(new ReplyEvent.UsageKnown(usage));
        }
    }

    private void picture() {
        meter.made(1);
        medium();
    }

    private void medium() {
        sink.accept(new ReplyEvent.PartAdded(0, MEDIUM));
    }

    private void delta(JsonNode delta, String type) {
        if (type.startsWith("transcript.")) {
            text(delta);
        } else {
            medium();
        }
    }

    private void text(JsonNode text) {
        if (text.isString() && !text.asString().isEmpty()) {
            textSeen = true;
            sink.accept(new ReplyEvent.TextDelta(0, text.asString()));
        }
    }

    /** As servers write that stream transcripts like chats. */
    private void choice(JsonNode choice) {
        text(choice.path("delta").path("content"));
        stopIf(choice.hasNonNull("finish_reason"));
    }

    private void stopIf(boolean stopped) {
        if (stopped) {
            sink.accept(new ReplyEvent.Stopped(0, StopReason.END, null));
        }
    }
}
