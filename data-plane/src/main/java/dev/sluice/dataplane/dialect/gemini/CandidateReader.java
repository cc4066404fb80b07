package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.dialect.gemini.part.FinishReasons;
import dev.sluice.dataplane.dialect.gemini.part.Grounding;
import dev.sluice.dataplane.dialect.gemini.part.Logprobs;
import dev.sluice.dataplane.dialect.gemini.part.PartReader;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads one candidate through all chunks of a stream. */
final class CandidateReader {
    private static final Field PARTIAL_ARGS = Field.of("partialArgs");
    private static final Field WILL_CONTINUE = Field.of("willContinue");

    private final Consumer<ReplyEvent> sink;
    private final int index;
    private final PartReader parts;
    private int calls;
    private boolean said;
    private @Nullable PartialCall open;
    private List<Citation> cited = List.of();

    CandidateReader(Consumer<ReplyEvent> sink, int index, @Nullable String responseId) {
        this.sink = sink;
        this.index = index;
        this.parts = new PartReader(new ReplyFields.Ids(responseId, index));
    }

    void read(JsonNode candidate) {
        var list = Field.PARTS.in(ReplyFields.CONTENT.in(candidate));
        if (list.isObject()) {
            part(list);
        } else {
            list.values().forEach(this::part);
        }
        cite(candidate);
        var logprobs = Logprobs.read(ReplyFields.LOGPROBS.in(candidate));
        if (logprobs != null) {
            sink.accept(new ReplyEvent.LogprobsAdded(index, logprobs));
        }
        var stop = FinishReasons.read(ReplyFields.FINISH_REASON.in(candidate));
        if (stop != null) {
            flush();
            var isNone = stop == StopReason.MALFORMED_CALL && !said;
            sink.accept(new ReplyEvent.Stopped(index, isNone ? StopReason.BROKEN : stop, null));
        }
    }

    /** Every chunk may repeat where the answer comes from: only what is new counts. */
    private void cite(JsonNode candidate) {
        var all = Grounding.read(ReplyFields.GROUNDING.in(candidate));
        for (var citation : all) {
            if (!cited.contains(citation)) {
                sink.accept(new ReplyEvent.Cited(index, citation));
            }
        }
        cited = all.isEmpty() ? cited : all;
    }

    private void part(JsonNode node) {
        var call = Field.FUNCTION_CALL.in(node);
        if (call.isObject() && isPiece(call)) {
            partial(node, call);
            return;
        }
        flush();
        var part = parts.part(node);
        if (part != null) {
            said = true;
            emit(part);
        }
    }

    private boolean isPiece(JsonNode call) {
        return PARTIAL_ARGS.isIn(call)
                || WILL_CONTINUE.isTrue(call)
                || (open != null && !Field.NAME.isIn(call));
    }

    private void partial(JsonNode part, JsonNode call) {
        if (Field.NAME.isIn(call)) {
            flush();
        }
        if (open == null && parts.part(part) instanceof ContentPart.ToolCall begun) {
            said = true;
            open = new PartialCall();
            sink.accept(
                    new ReplyEvent.CallStarted(
                            index, calls, begun.id(), begun.name(), begun.signature()));
        }
        if (open != null) {
            open.take(PARTIAL_ARGS.in(call));
        }
        if (!WILL_CONTINUE.isTrue(call)) {
            flush();
        }
    }

    /** The arguments that came piece by piece are complete, or nothing more comes. */
    void flush() {
        if (open != null) {
            sink.accept(new ReplyEvent.CallDelta(index, calls++, open.arguments()));
            open = null;
        }
    }

    private void emit(ContentPart part) {
        switch (part) {
            case ContentPart.Text text -> {
                if (!text.text().isEmpty()) {
                    sink.accept(new ReplyEvent.TextDelta(index, text.text()));
                }
                if (text.signature() != null) {
                    sink.accept(new ReplyEvent.PartAdded(index, signatureAlone(text)));
                }
            }
            case ContentPart.Reasoning thought -> {
                if (!thought.text().isEmpty()) {
                    sink.accept(new ReplyEvent.ReasoningDelta(index, thought.text()));
                }
                if (thought.signature() != null) {
                    sink.accept(
                            new ReplyEvent.ReasoningSealed(
                                    index, thought.signature(), null, thought.origin()));
                }
            }
            case ContentPart.ToolCall call -> {
                sink.accept(
                        new ReplyEvent.CallStarted(
                                index, calls, call.id(), call.name(), call.signature()));
                sink.accept(new ReplyEvent.CallDelta(index, calls++, call.arguments()));
            }
            case ContentPart.Media _, ContentPart.Opaque _ ->
                    sink.accept(new ReplyEvent.PartAdded(index, part));
            case ContentPart.ToolResult _, ContentPart.Refusal _ -> {}
        }
    }

    /** The text has gone before it. */
    private static ContentPart signatureAlone(ContentPart.Text text) {
        return new ContentPart.Text("", List.of(), null, text.signature(), Extensions.NONE);
    }
}
