package dev.sluice.dataplane.postprocess;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Treats the texts of one stream. A text is over where a call of a tool, the end of its choice or
 * of the stream comes; arguments of tools are left alone.
 */
public final class EventTreatment implements Consumer<ReplyEvent> {
    private final TextTreatment treatment;
    private final Consumer<ReplyEvent> sink;
    private final Map<Integer, TextWindow> texts = new HashMap<>();
    private final Map<Integer, TextWindow> thoughts = new HashMap<>();
    private final Map<Integer, TextWindow> refusals = new HashMap<>();

    public EventTreatment(TextTreatment treatment, Consumer<ReplyEvent> sink) {
        this.treatment = treatment;
        this.sink = sink;
    }

    @Override
    public void accept(ReplyEvent event) {
        switch (event) {
            case ReplyEvent.TextDelta(int choice, String text) -> {
                flushThoughts(choice);
                flushRefusal(choice);
                emitText(choice, window(texts, choice).take(text));
            }
            case ReplyEvent.ReasoningDelta(int choice, String text) -> {
                if (!treatment.leavesOut("reasoning")) {
                    emitThought(choice, window(thoughts, choice).take(text));
                }
            }
            case ReplyEvent.LogprobsAdded logprobs -> {
                // What a token was is told again there: it would undo a mask.
                if (!treatment.leavesOut("logprobs") && !treatment.masks()) {
                    sink.accept(logprobs);
                }
            }
            case ReplyEvent.Cited cited -> {
                var citation = treatment.treated(cited.citation());
                if (!treatment.leavesOut("citations") && citation != null) {
                    sink.accept(new ReplyEvent.Cited(cited.choice(), citation));
                }
            }
            case ReplyEvent.ReasoningSealed sealed -> {
                flushThoughts(sealed.choice());
                if (!treatment.leavesOut("reasoning")) {
                    sink.accept(sealed);
                }
            }
            case ReplyEvent.CallStarted started -> pass(started.choice(), started);
            case ReplyEvent.PartAdded added -> {
                flushAll(added.choice());
                sink.accept(
                        added.part() instanceof ContentPart.Opaque opaque
                                ? new ReplyEvent.PartAdded(
                                        added.choice(), treatment.treated(opaque))
                                : added);
            }
            case ReplyEvent.Stopped stopped -> pass(stopped.choice(), stopped);
            case ReplyEvent.RefusalDelta(int choice, String text) -> {
                flushThoughts(choice);
                flushText(choice);
                emitRefusal(choice, window(refusals, choice).take(text));
            }
            case ReplyEvent.Failed _, ReplyEvent.Finished _ -> {
                flush();
                sink.accept(event);
            }
            case ReplyEvent.Started _, ReplyEvent.CallDelta _, ReplyEvent.UsageKnown _ ->
                    sink.accept(event);
        }
    }

    private TextWindow window(Map<Integer, TextWindow> of, int choice) {
        return of.computeIfAbsent(choice, ignored -> treatment.window());
    }

    private void pass(int choice, ReplyEvent event) {
        flushAll(choice);
        sink.accept(event);
    }

    private void flushAll(int choice) {
        flushThoughts(choice);
        flushText(choice);
        flushRefusal(choice);
    }

    /** The stream is over: gives out what is still held back. */
    public void flush() {
        thoughts.keySet().forEach(this::flushThoughts);
        texts.keySet().forEach(this::flushText);
        refusals.keySet().forEach(this::flushRefusal);
    }

    private void flushRefusal(int choice) {
        var window = refusals.get(choice);
        if (window != null) {
            emitRefusal(choice, window.flush());
        }
    }

    private void emitRefusal(int choice, String text) {
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.RefusalDelta(choice, text));
        }
    }

    private void flushText(int choice) {
        var window = texts.get(choice);
        if (window != null) {
            emitText(choice, window.flush());
        }
    }

    private void flushThoughts(int choice) {
        var window = thoughts.get(choice);
        if (window != null) {
            emitThought(choice, window.flush());
        }
    }

    private void emitText(int choice, String text) {
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.TextDelta(choice, text));
        }
    }

    private void emitThought(int choice, String text) {
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.ReasoningDelta(choice, text));
        }
    }
}
