package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonCursor;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * Reads the events of pictures, speech and transcripts for what they say of the answer. Pictures
 * and sound within them are skipped, not read.
 */
final class MediaStreamReader extends TreeStream {
    private static final ContentPart MEDIUM =
            new ContentPart.Opaque(Dialect.OPENAI_CHAT, "medium", NullNode.getInstance());

    /** What is longer is a picture or sound: that it is there is enough. */
    private static final int MOST_READ_BYTES = 64 * 1024;

    private final MediaMeter meter;
    private final int imagesAsked;
    private final JsonCursor cursor = new JsonCursor();
    private boolean textSeen;

    MediaStreamReader(Consumer<ReplyEvent> sink, MediaMeter meter, int imagesAsked) {
        super(sink);
        this.meter = meter;
        this.imagesAsked = imagesAsked;
    }

    @Override
    protected boolean isError(JsonNode event) {
        return event.hasNonNull("error") || event.path("type").asString("").equals("error");
    }

    /** Only what is short: the rest is pictures or sound. */
    @Override
    protected JsonNode parse(byte[] bytes, int from, int to) {
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

    @Override
    protected void read(JsonNode event) {
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
            emit(new ReplyEvent.UsageKnown(usage));
        }
    }

    private void picture() {
        meter.made(1);
        medium();
    }

    private void medium() {
        emit(new ReplyEvent.PartAdded(0, MEDIUM));
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
            emit(new ReplyEvent.TextDelta(0, text.asString()));
        }
    }

    /** As servers write that stream transcripts like chats. */
    private void choice(JsonNode choice) {
        text(choice.path("delta").path("content"));
        stopIf(choice.hasNonNull("finish_reason"));
    }

    private void stopIf(boolean stopped) {
        if (stopped) {
            emit(new ReplyEvent.Stopped(0, StopReason.END, null));
        }
    }
}
