package dev.sluice.dataplane.dialect.lane.event;

import dev.sluice.dataplane.conversation.ReplyEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Joins the halves of a surrogate pair. A server that escapes its JSON and counts UTF-16 units may
 * end one delta within an emoji and go on with the other half in the next: whole again only in the
 * caller's own string, and neither half can be written as UTF-8.
 */
public final class WholeCharacters implements Consumer<ReplyEvent> {
    private final Consumer<ReplyEvent> sink;

    /** Halves by the delta that brought them, its text left out. */
    private final Map<ReplyEvent, String> held = new HashMap<>();

    public WholeCharacters(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    @Override
    public void accept(ReplyEvent event) {
        switch (event) {
            case ReplyEvent.TextDelta delta -> take(event, delta.text());
            case ReplyEvent.ReasoningDelta delta -> take(event, delta.text());
            case ReplyEvent.RefusalDelta delta -> take(event, delta.text());
            case ReplyEvent.CallDelta delta -> take(event, delta.arguments());
            default -> {
                flush();
                sink.accept(event);
            }
        }
    }

    private void take(ReplyEvent delta, String text) {
        if (held.isEmpty() && !endsInHalf(text)) {
            sink.accept(delta);
            return;
        }
        var place = saying(delta, "");
        var first = held.remove(place);
        var whole = first == null ? text : first + text;
        if (endsInHalf(whole)) {
            held.put(place, whole.substring(whole.length() - 1));
            whole = whole.substring(0, whole.length() - 1);
        }
        if (!whole.isEmpty()) {
            sink.accept(saying(delta, whole));
        }
    }

    private static ReplyEvent saying(ReplyEvent delta, String text) {
        return switch (delta) {
            case ReplyEvent.TextDelta of -> new ReplyEvent.TextDelta(of.choice(), text);
            case ReplyEvent.ReasoningDelta of -> new ReplyEvent.ReasoningDelta(of.choice(), text);
            case ReplyEvent.RefusalDelta of -> new ReplyEvent.RefusalDelta(of.choice(), text);
            case ReplyEvent.CallDelta of -> new ReplyEvent.CallDelta(of.choice(), of.call(), text);
            default -> delta;
        };
    }

    private static boolean endsInHalf(String text) {
        return !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
    }

    private void flush() {
        if (!held.isEmpty()) {
            held.forEach((place, half) -> sink.accept(saying(place, half)));
            held.clear();
        }
    }
}
