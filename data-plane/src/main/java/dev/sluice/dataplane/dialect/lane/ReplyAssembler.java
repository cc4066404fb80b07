package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts the events of a stream together to the reply that they amount to. */
public final class ReplyAssembler implements Consumer<ReplyEvent> {
    private final Map<Integer, Open> choices = new TreeMap<>();
    private ReplyEvent.Started started = new ReplyEvent.Started(null, null, null);
    private @Nullable TokenUsage usage;

    /** A choice that grows. */
    private static final class Open {
        final List<ContentPart> parts = new ArrayList<>();
        final Map<Integer, Integer> callPlaces = new HashMap<>();
        final StringBuilder text = new StringBuilder();
        final List<Citation> citations = new ArrayList<>();
        final StringBuilder thought = new StringBuilder();
        final StringBuilder refusal = new StringBuilder();
        final Map<Integer, StringBuilder> arguments = new HashMap<>();
        final ObjectNode logprobs = SluiceJson.mapper().createObjectNode();
        StopReason stop = StopReason.END;
        boolean stopped;
        @Nullable String stopSequence;

        void close() {
            if (!thought.isEmpty()) {
                sealThought(null, null, Dialect.OPENAI_CHAT);
            }
            if (!text.isEmpty() || !citations.isEmpty()) {
                parts.add(
                        new ContentPart.Text(
                                text.toString(), citations, null, null, Extensions.NONE));
                text.setLength(0);
                citations.clear();
            }
            if (!refusal.isEmpty()) {
                parts.add(new ContentPart.Refusal(refusal.toString()));
                refusal.setLength(0);
            }
        }

        void sealThought(@Nullable String signature, @Nullable String sealed, Dialect origin) {
            parts.add(
                    new ContentPart.Reasoning(
                            thought.toString(), signature, sealed, origin, Extensions.NONE));
            thought.setLength(0);
        }
    }

    @Override
    public void accept(ReplyEvent event) {
        switch (event) {
            case ReplyEvent.Started first -> started = first;
            case ReplyEvent.TextDelta(int choice, String text) -> open(choice).text.append(text);
            case ReplyEvent.ReasoningDelta(int choice, String text) ->
                    open(choice).thought.append(text);
            case ReplyEvent.ReasoningSealed sealed ->
                    open(sealed.choice())
                            .sealThought(sealed.signature(), sealed.sealed(), sealed.origin());
            case ReplyEvent.RefusalDelta(int choice, String text) ->
                    open(choice).refusal.append(text);
            case ReplyEvent.CallStarted call -> begin(call);
            case ReplyEvent.CallDelta(int choice, int call, String arguments) ->
                    open(choice)
                            .arguments
                            .computeIfAbsent(call, ignored -> new StringBuilder())
                            .append(arguments);
            case ReplyEvent.PartAdded(int choice, ContentPart part) -> {
                open(choice).close();
                open(choice).parts.add(part);
            }
            case ReplyEvent.Cited(int choice, Citation citation) ->
                    open(choice).citations.add(citation);
            case ReplyEvent.LogprobsAdded(int choice, JsonNode logprobs) ->
                    append(open(choice).logprobs, logprobs);
            case ReplyEvent.Stopped stopped -> {
                open(stopped.choice()).stop = stopped.reason();
                open(stopped.choice()).stopped = true;
                open(stopped.choice()).stopSequence = stopped.stopSequence();
            }
            case ReplyEvent.UsageKnown known -> usage = known.usage();
            case ReplyEvent.Failed _, ReplyEvent.Finished _ -> {}
        }
    }

    private Open open(int choice) {
        return choices.computeIfAbsent(choice, ignored -> new Open());
    }

    private void begin(ReplyEvent.CallStarted call) {
        var choice = open(call.choice());
        choice.close();
        choice.callPlaces.put(choice.parts.size(), call.call());
        choice.parts.add(
                call.freeText()
                        ? ContentPart.Opaque.call(call.id(), call.name(), "")
                        : new ContentPart.ToolCall(
                                call.id(),
                                call.name(),
                                "",
                                call.signature(),
                                null,
                                Extensions.NONE));
    }

    private static void append(ObjectNode all, JsonNode more) {
        more.properties()
                .forEach(field -> {
                    if (field.getValue().isArray()) {
                        var list = all.withArray(field.getKey());
                        field.getValue().values().forEach(list::add);
                    }
                });
    }

    /** Whether each choice was told to have ended. */
    public boolean isToldToEnd() {
        return choices.values().stream().allMatch(open -> open.stopped);
    }

    /** The reply; to be asked for when the stream is complete. */
    public ChatReply reply() {
        var done = new ArrayList<ChatReply.Choice>();
        choices.forEach((index, open) -> {
            open.close();
            var parts = new ArrayList<ContentPart>();
            for (var i = 0; i < open.parts.size(); i++) {
                parts.add(withArguments(open, i));
            }
            var calls = !open.callPlaces.isEmpty();
            done.add(
                    new ChatReply.Choice(
                            index,
                            parts,
                            open.stop.after(calls),
                            open.stopSequence,
                            open.logprobs.isEmpty() ? null : open.logprobs,
                            Extensions.NONE));
        });
        return new ChatReply(
                started.id(), started.model(), started.createdAt(), done, usage, Extensions.NONE);
    }

    private static ContentPart withArguments(Open open, int place) {
        var part = open.parts.get(place);
        var call = open.callPlaces.get(place);
        var written = call == null ? null : open.arguments.get(call);
        var arguments = written == null ? "" : written.toString();
        if (call != null && part instanceof ContentPart.Opaque free && free.isCall()) {
            var begun = free.asCall();
            return ContentPart.Opaque.call(begun.id(), begun.name(), arguments);
        }
        if (call == null || !(part instanceof ContentPart.ToolCall begun)) {
            return part;
        }
        return new ContentPart.ToolCall(
                begun.id(),
                begun.name(),
                arguments,
                begun.signature(),
                begun.cache(),
                begun.extensions());
    }
}
