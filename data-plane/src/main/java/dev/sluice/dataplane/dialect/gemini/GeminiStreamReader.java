package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.gemini.part.GeminiUsage;
import dev.sluice.dataplane.json.ForeignJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads streams in any framing; every chunk is a reply of its own that goes on with the last. */
final class GeminiStreamReader implements StreamReader {
    private static final byte[] BROKEN =
            "{\"error\":{\"message\":\"a chunk is no valid JSON\"}}"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private final Consumer<ReplyEvent> sink;
    private final JsonPieces pieces = new JsonPieces(this::onPiece);
    private final TreeMap<Integer, CandidateReader> candidates = new TreeMap<>();
    private boolean started;
    private boolean over;
    private @Nullable String responseId;

    GeminiStreamReader(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        pieces.feed(bytes, from, to);
        if (pieces.isClosed()) {
            finish();
        }
    }

    @Override
    public void end() {
        pieces.end();
        if (!over) {
            candidates.values().forEach(CandidateReader::flush);
        }
    }

    @Override
    public boolean isInsideEvent() {
        return pieces.isInside();
    }

    private void finish() {
        if (!over) {
            candidates.values().forEach(CandidateReader::flush);
            over = true;
            sink.accept(new ReplyEvent.Finished());
        }
    }

    private void onPiece(byte[] bytes, int from, int to) {
        if (over) {
            return;
        }
        if (Arrays.equals(bytes, from, to, DONE, 0, DONE.length)) {
            finish(); // not of this dialect, but sent by some servers of it
            return;
        }
        JsonNode root;
        try {
            root = ForeignJson.read(bytes, from, to - from);
        } catch (JacksonException broken) {
            fail(BROKEN);
            return;
        }
        if (root.isArray()) {
            root.values().forEach(this::read);
        } else {
            read(root);
        }
    }

    private void fail(byte[] body) {
        over = true;
        sink.accept(new ReplyEvent.Failed(body));
    }

    private void read(JsonNode root) {
        if (over || !root.isObject()) {
            return;
        }
        if (ReplyFields.ERROR.isIn(root)) {
            fail(ForeignJson.bytes(root));
            return;
        }
        start(root);
        var usage = GeminiUsage.read(ReplyFields.USAGE.in(root));
        if (usage != null) {
            sink.accept(new ReplyEvent.UsageKnown(usage));
        }
        var place = 0;
        for (var node : ReplyFields.CANDIDATES.in(root).values()) {
            var index = ReplyFields.index(node, place++);
            candidates
                    .computeIfAbsent(index, i -> new CandidateReader(sink, i, responseId))
                    .read(node);
        }
        if (ReplyFields.isBlocked(root) && candidates.isEmpty()) {
            sink.accept(new ReplyEvent.Stopped(0, StopReason.FILTERED, null));
        }
    }

    private void start(JsonNode root) {
        if (!started) {
            started = true;
            responseId = ReplyFields.RESPONSE_ID.text(root);
            sink.accept(
                    new ReplyEvent.Started(
                            responseId,
                            ReplyFields.MODEL.text(root),
                            GeminiReplies.createdAt(root)));
        }
    }
}
