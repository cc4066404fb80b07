package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.gemini.part.FinishReasons;
import dev.sluice.dataplane.dialect.gemini.part.GeminiUsage;
import dev.sluice.dataplane.dialect.gemini.part.Grounding;
import dev.sluice.dataplane.dialect.gemini.part.Logprobs;
import dev.sluice.dataplane.dialect.gemini.part.PartWriter;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes streams as server-sent events. A call leaves whole, once its arguments are: they are
 * gathered until then. The finish reasons come in the last chunk, together with the usage.
 */
final class GeminiStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final String id;
    private final SortedMap<Integer, Open> open = new TreeMap<>();

    /** What of one choice waits for its end. */
    private static final class Open {
        final Deque<Call> calls = new ArrayDeque<>();
        final List<Citation> citations = new ArrayList<>();
        final List<JsonNode> logprobs = new ArrayList<>();
        boolean refused;

        /** The dialect has no words for a refusal but the reason of the end. */
        StopReason meant(StopReason reason) {
            return refused && reason == StopReason.END ? StopReason.REFUSED : reason;
        }
    }

    private static final class Call {
        final ReplyEvent.CallStarted started;
        final StringBuilder arguments = new StringBuilder();

        Call(ReplyEvent.CallStarted started) {
            this.started = started;
        }
    }

    GeminiStreamWriter(ReplyContext context) {
        this.context = context;
        this.id = context.idWith("");
    }

    private Open open(int choice) {
        return open.computeIfAbsent(choice, ignored -> new Open());
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.TextDelta(int choice, String text) ->
                    part(choice, PartWriter.text(ContentPart.Text.of(text)), out);
            case ReplyEvent.ReasoningDelta(int choice, String text) ->
                    part(choice, thought(text, null), out);
            case ReplyEvent.ReasoningSealed sealed ->
                    part(
                            sealed.choice(),
                            sealed.origin() == Dialect.GEMINI
                                    ? thought("", sealed.signature())
                                    : null,
                            out);
            case ReplyEvent.RefusalDelta(int choice, String text) -> {
                open(choice).refused = true;
                part(choice, PartWriter.text(ContentPart.Text.of(text)), out);
            }
            case ReplyEvent.CallStarted started -> {
                flush(started.choice(), false, out);
                open(started.choice()).calls.add(new Call(started));
            }
            case ReplyEvent.CallDelta delta -> gather(delta);
            case ReplyEvent.PartAdded(int choice, ContentPart part) ->
                    part(choice, AnswerWriter.part(part), out);
            case ReplyEvent.Cited(int choice, Citation citation) ->
                    open(choice).citations.add(citation);
            case ReplyEvent.LogprobsAdded(int choice, JsonNode logprobs) ->
                    open(choice).logprobs.add(logprobs);
            case ReplyEvent.Started _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private static @Nullable ObjectNode thought(String text, @Nullable String signature) {
        return PartWriter.thought(
                new ContentPart.Reasoning(text, signature, null, Dialect.GEMINI, Extensions.NONE));
    }

    private void gather(ReplyEvent.CallDelta delta) {
        for (var call : open(delta.choice()).calls) {
            if (call.started.call() == delta.call()) {
                call.arguments.append(delta.arguments());
            }
        }
    }

    private void part(int choice, @Nullable ObjectNode part, ByteSink out) {
        if (part != null) {
            flush(choice, false, out);
            var chunk = chunk();
            addParts(chunk, choice).putArray("parts").add(part);
            frame(chunk, out);
        }
    }

    /** Calls whose arguments are complete leave, in their order. */
    private void flush(int choice, boolean all, ByteSink out) {
        var calls = open(choice).calls;
        while (!calls.isEmpty()
                && (all || PartWriter.isComplete(calls.getFirst().arguments.toString()))) {
            var call = calls.removeFirst();
            var chunk = chunk();
            addParts(chunk, choice)
                    .putArray("parts")
                    .add(
                            PartWriter.call(
                                    call.started.id(),
                                    call.started.name(),
                                    call.arguments.toString(),
                                    call.started.signature()));
            frame(chunk, out);
        }
    }

    /** Clients read candidates by their place: the ones before say nothing. */
    private static ObjectNode addParts(ObjectNode chunk, int choice) {
        var candidates = chunk.withArray("candidates");
        for (var before = 0; before < choice; before++) {
            var silent = candidates.addObject().put("index", before);
            silent.putObject("content").put("role", "model");
        }
        var candidate = candidates.addObject();
        var content = candidate.putObject("content").put("role", "model");
        candidate.put("index", choice);
        return content;
    }

    private static ObjectNode chunk() {
        var chunk = SluiceJson.mapper().createObjectNode();
        chunk.putArray("candidates");
        return chunk;
    }

    private void frame(ObjectNode chunk, ByteSink out) {
        chunk.put("modelVersion", context.model());
        chunk.put("responseId", id);
        SseFrame.write(ForeignJson.bytes(chunk), out);
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        ending.stops().keySet().forEach(choice -> flush(choice, true, out));
        var chunk = chunk();
        var candidates = chunk.withArray("candidates");
        ending.stops()
                .forEach((choice, stop) -> {
                    var candidate = candidates.addObject();
                    var content = candidate.putObject("content");
                    content.putArray("parts").addObject().put("text", "");
                    content.put("role", "model");
                    var reason = open(choice).meant(stop.reason());
                    candidate.put("finishReason", FinishReasons.write(reason));
                    candidate.put("index", choice);
                    addGathered(candidate, open(choice));
                });
        if (ending.usage() != null) {
            chunk.set("usageMetadata", GeminiUsage.write(ending.usage()));
        }
        frame(chunk, out);
    }

    private static void addGathered(ObjectNode candidate, Open gathered) {
        if (!gathered.citations.isEmpty()) {
            candidate.set("groundingMetadata", Grounding.write(gathered.citations));
        }
        if (!gathered.logprobs.isEmpty()) {
            candidate.set("logprobsResult", Logprobs.write(gathered.logprobs));
        }
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        SseFrame.write(
                GeminiErrors.write(new Told(code, code.httpStatus(), message, null, null)), out);
    }
}
