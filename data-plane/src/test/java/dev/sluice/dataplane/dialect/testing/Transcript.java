package dev.sluice.dataplane.dialect.testing;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What an answer comes to for whoever reads it: the same for a stream and for a whole reply,
 * however they were cut or written. Two answers say the same if their transcripts are equal.
 */
public final class Transcript implements Consumer<ReplyEvent> {
    private final Map<Integer, StringBuilder> text = new TreeMap<>();
    private final Map<Integer, StringBuilder> reasoning = new TreeMap<>();
    private final Map<Integer, StringBuilder> refusal = new TreeMap<>();
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Map<Integer, StopReason> stops = new TreeMap<>();
    private final List<ReplyEvent> events = new ArrayList<>();
    private @Nullable TokenUsage usage;
    private @Nullable String failure;
    private boolean finished;

    private static final class Call {
        final String name;
        final StringBuilder arguments = new StringBuilder();

        Call(String name) {
            this.name = name;
        }
    }

    /** Reads a whole stream. */
    public static Transcript of(StreamCodec codec, byte[] bytes) {
        return cut(codec, bytes, bytes.length);
    }

    /** Reads a stream in segments of this size. */
    public static Transcript cut(StreamCodec codec, byte[] bytes, int size) {
        var transcript = new Transcript();
        var reader = codec.reader(transcript);
        for (var from = 0; from < bytes.length; from += size) {
            reader.feed(bytes, from, Math.min(bytes.length, from + size));
        }
        reader.end();
        return transcript;
    }

    public static Transcript of(ChatReply reply) {
        var transcript = new Transcript();
        for (var choice : reply.choices()) {
            var number = 0;
            for (var part : choice.parts()) {
                switch (part) {
                    case ContentPart.Text some ->
                            transcript.accept(
                                    new ReplyEvent.TextDelta(choice.index(), some.text()));
                    case ContentPart.Reasoning some ->
                            transcript.accept(
                                    new ReplyEvent.ReasoningDelta(choice.index(), some.text()));
                    case ContentPart.Refusal some ->
                            transcript.accept(
                                    new ReplyEvent.RefusalDelta(choice.index(), some.text()));
                    case ContentPart.ToolCall call -> {
                        transcript.accept(
                                new ReplyEvent.CallStarted(
                                        choice.index(),
                                        number,
                                        call.id(),
                                        call.name(),
                                        call.signature()));
                        transcript.accept(
                                new ReplyEvent.CallDelta(
                                        choice.index(), number++, call.arguments()));
                    }
                    case ContentPart.Media _, ContentPart.ToolResult _, ContentPart.Opaque _ -> {}
                }
            }
            transcript.accept(
                    new ReplyEvent.Stopped(choice.index(), choice.stop(), choice.stopSequence()));
        }
        if (reply.usage() != null) {
            transcript.accept(new ReplyEvent.UsageKnown(reply.usage()));
        }
        return transcript;
    }

    @Override
    public void accept(ReplyEvent event) {
        events.add(event);
        switch (event) {
            case ReplyEvent.TextDelta delta -> append(text, delta.choice(), delta.text());
            case ReplyEvent.ReasoningDelta delta -> append(reasoning, delta.choice(), delta.text());
            case ReplyEvent.RefusalDelta delta -> append(refusal, delta.choice(), delta.text());
            case ReplyEvent.CallStarted started ->
                    calls.put(started.choice() + "/" + started.call(), new Call(started.name()));
            case ReplyEvent.CallDelta delta ->
                    calls.get(delta.choice() + "/" + delta.call())
                            .arguments
                            .append(delta.arguments());
            case ReplyEvent.Stopped stopped -> stops.put(stopped.choice(), stopped.reason());
            case ReplyEvent.UsageKnown known -> usage = known.usage();
            case ReplyEvent.Failed failed ->
                    failure = new String(failed.body(), StandardCharsets.UTF_8);
            case ReplyEvent.Finished _ -> finished = true;
            case ReplyEvent.Started _,
                    ReplyEvent.ReasoningSealed _,
                    ReplyEvent.PartAdded _,
                    ReplyEvent.Cited _,
                    ReplyEvent.LogprobsAdded _ -> {}
        }
    }

    private static void append(Map<Integer, StringBuilder> to, int choice, String some) {
        to.computeIfAbsent(choice, ignored -> new StringBuilder()).append(some);
    }

    public List<ReplyEvent> events() {
        return events;
    }

    public String text() {
        return text.getOrDefault(0, new StringBuilder()).toString();
    }

    public String reasoning() {
        return reasoning.getOrDefault(0, new StringBuilder()).toString();
    }

    public @Nullable TokenUsage usage() {
        return usage;
    }

    public @Nullable String failure() {
        return failure;
    }

    public boolean finished() {
        return finished;
    }

    /** What the lane would hand a writer at the end. */
    public Ending ending() {
        var all = new TreeMap<Integer, Stop>();
        stops.forEach((choice, reason) -> all.put(choice, new Stop(meant(choice), null)));
        if (all.isEmpty()) {
            all.put(0, new Stop(meant(0), null));
        }
        return new Ending(all, usage);
    }

    private StopReason meant(int choice) {
        var withCalls = calls.keySet().stream().anyMatch(key -> key.startsWith(choice + "/"));
        return stops.getOrDefault(choice, StopReason.END).after(withCalls);
    }

    /** Everything that must survive a translation, but for usage. */
    public String said() {
        var said = new StringBuilder();
        reasoning.forEach((choice, some) -> line(said, choice, "reasoning", some.toString()));
        text.forEach((choice, some) -> line(said, choice, "text", some.toString()));
        refusal.forEach((choice, some) -> line(said, choice, "refusal", some.toString()));
        calls.forEach((key, call) ->
                said.append(key)
                        .append(" call ")
                        .append(call.name)
                        .append(' ')
                        .append(normal(call.arguments.toString()))
                        .append('\n'));
        ending().stops()
                .forEach((choice, stop) -> line(said, choice, "stop", stop.reason().toString()));
        return said.toString();
    }

    private static void line(StringBuilder said, int choice, String what, String some) {
        if (!some.isEmpty()) {
            said.append(choice).append(' ').append(what).append(' ').append(some).append('\n');
        }
    }

    /** Arguments by their value: blanks and the order of fields are nobody's business. */
    private static String normal(String arguments) {
        try {
            var node = SluiceJson.mapper().readTree(arguments.isBlank() ? "{}" : arguments);
            return SluiceJson.write(SluiceJson.mapper().treeToValue(node, Object.class));
        } catch (JacksonException cut) {
            return arguments;
        }
    }
}
