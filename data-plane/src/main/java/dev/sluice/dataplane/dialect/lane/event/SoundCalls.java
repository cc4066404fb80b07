package dev.sluice.dataplane.dialect.lane.event;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.CallIds;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Calls of an answer as a caller can use them, whatever dialect they come in. One without a name
 * calls nothing, and is left out; one without an id gets one, for its result must name it.
 */
public final class SoundCalls implements Consumer<ReplyEvent> {
    private static final int NONE = -1;

    private final Consumer<ReplyEvent> sink;
    private final Map<Place, Integer> numbers = new HashMap<>();
    private final Map<Integer, Integer> counts = new HashMap<>();

    public SoundCalls(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    /** A call as its reader counts it. */
    private record Place(int choice, int call) {}

    /** The part; nothing where it is a call without a name. */
    public static Optional<ContentPart> sound(ContentPart part) {
        if (part instanceof ContentPart.Opaque opaque && opaque.isCall()) {
            var call = opaque.asCall();
            if (call.name().isEmpty() || !call.id().isEmpty()) {
                return call.name().isEmpty() ? Optional.empty() : Optional.of(part);
            }
            return Optional.of(
                    ContentPart.Opaque.call(CallIds.fresh(), call.name(), call.arguments()));
        }
        if (!(part instanceof ContentPart.ToolCall call)) {
            return Optional.of(part);
        }
        if (call.name().isEmpty() || !call.id().isEmpty()) {
            return call.name().isEmpty() ? Optional.empty() : Optional.of(part);
        }
        return Optional.of(
                new ContentPart.ToolCall(
                        CallIds.fresh(),
                        call.name(),
                        call.arguments(),
                        call.signature(),
                        call.cache(),
                        call.extensions()));
    }

    @Override
    public void accept(ReplyEvent event) {
        switch (event) {
            case ReplyEvent.CallStarted call -> start(call);
            case ReplyEvent.CallDelta(int choice, int call, String arguments) -> {
                var number = numbers.getOrDefault(new Place(choice, call), call);
                if (number != NONE) {
                    sink.accept(new ReplyEvent.CallDelta(choice, number, arguments));
                }
            }
            default -> sink.accept(event);
        }
    }

    private void start(ReplyEvent.CallStarted call) {
        var place = new Place(call.choice(), call.call());
        if (call.name().isEmpty()) {
            numbers.put(place, NONE);
            return;
        }
        var number = counts.merge(call.choice(), 1, Integer::sum) - 1;
        numbers.put(place, number);
        sink.accept(
                new ReplyEvent.CallStarted(
                        call.choice(),
                        number,
                        call.id().isEmpty() ? CallIds.fresh() : call.id(),
                        call.name(),
                        call.signature(),
                        call.freeText()));
    }
}
