package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.anthropic.AnswerBlocks;
import dev.sluice.dataplane.dialect.anthropic.AnthropicErrors;
import dev.sluice.dataplane.dialect.anthropic.AnthropicUsage;
import dev.sluice.dataplane.dialect.anthropic.CallIds;
import dev.sluice.dataplane.dialect.anthropic.StopWords;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes streams by the dialect's grammar: one block at a time, numbered without gaps, none of them
 * empty. While a call's arguments are not complete, whatever else comes waits behind it: providers
 * of other dialects may let calls alternate.
 */
final class MessageStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final BlockWriter blocks = new BlockWriter();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Map<Integer, CallText> calls = new HashMap<>();
    private @Nullable CallText live;
    private boolean begun;
    private boolean refused;

    /** What comes after the call that is being written. */
    private sealed interface Waiting {
        record Event(ReplyEvent event) implements Waiting {}

        record Call(CallText call) implements Waiting {}
    }

    MessageStreamWriter(ReplyContext context) {
        this.context = context;
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        begin(out);
        refused |= event instanceof ReplyEvent.RefusalDelta;
        switch (event) {
            case ReplyEvent.CallStarted started -> start(started, out);
            case ReplyEvent.CallDelta delta -> goOn(delta, out);
            case ReplyEvent.TextDelta delta when delta.choice() == 0 -> others(event, out);
            case ReplyEvent.ReasoningDelta delta when delta.choice() == 0 -> others(event, out);
            case ReplyEvent.ReasoningSealed _,
                    ReplyEvent.RefusalDelta _,
                    ReplyEvent.PartAdded _,
                    ReplyEvent.Cited _ ->
                    others(event, out);
            case ReplyEvent.TextDelta _,
                    ReplyEvent.ReasoningDelta _,
                    ReplyEvent.Started _,
                    ReplyEvent.LogprobsAdded _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private void begin(ByteSink out) {
        if (begun) {
            return;
        }
        begun = true;
        var event = SluiceJson.mapper().createObjectNode().put("type", "message_start");
        var message = event.putObject("message");
        message.put("id", context.idWith("msg_"));
        message.put("type", "message");
        message.put("role", "assistant");
        message.put("model", context.model());
        message.putArray("content");
        message.putNull("stop_reason");
        message.putNull("stop_sequence");
        message.set("usage", AnthropicUsage.write(TokenUsage.of(context.countedInput(), 0)));
        Events.write(event, out);
    }

    private void start(ReplyEvent.CallStarted started, ByteSink out) {
        var call = new CallText(started);
        calls.put(started.call(), call);
        if (isFree(out)) {
            live = call;
            blocks.openCall(started, out);
        } else {
            waiting.add(new Waiting.Call(call));
        }
    }

    private void goOn(ReplyEvent.CallDelta delta, ByteSink out) {
        var call = calls.get(delta.call());
        if (call == null) {
            return;
        }
        var more = call.take(delta.arguments());
        if (call == live) {
            blocks.arguments(more, out);
            if (!waiting.isEmpty()) {
                isFree(out);
            }
        } else {
            call.keep(more);
        }
    }

    private void others(ReplyEvent event, ByteSink out) {
        if (isFree(out)) {
            blocks.write(event, out);
        } else {
            waiting.add(new Waiting.Event(event));
        }
    }

    /** Whether a new block may begin: a call that is complete makes room, and for those behind. */
    private boolean isFree(ByteSink out) {
        if (live != null && !live.isComplete()) {
            return false;
        }
        live = null;
        while (live == null && !waiting.isEmpty()) {
            writeWaiting(waiting.remove(), out);
        }
        return live == null;
    }

    private void writeWaiting(Waiting next, ByteSink out) {
        switch (next) {
            case Waiting.Event(ReplyEvent event) -> blocks.write(event, out);
            case Waiting.Call(CallText call) -> {
                blocks.openCall(call.started(), out);
                blocks.arguments(call.isNoObject() ? "" : call.kept(), out);
                live = call.isComplete() ? null : call;
            }
        }
    }

    private void finishLive(ByteSink out) {
        if (live != null) {
            blocks.arguments(live.wrapped(), out);
            live = null;
        }
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        begin(out);
        finishLive(out);
        while (!waiting.isEmpty()) {
            writeWaiting(waiting.remove(), out);
            finishLive(out);
        }
        blocks.close(out);
        var stop = ending.stops().getOrDefault(0, new Stop(StopReason.END, null));
        var event = SluiceJson.mapper().createObjectNode().put("type", "message_delta");
        var delta =
                event.putObject("delta").put("stop_reason", StopWords.write(meant(stop.reason())));
        if (stop.sequence() == null) {
            delta.putNull("stop_sequence");
        } else {
            delta.put("stop_sequence", stop.sequence());
        }
        event.set("usage", AnthropicUsage.write(ending.usage()));
        Events.write(event, out);
        Events.stopMessage(out);
    }

    /** Who declines says so in words elsewhere, here by the end. */
    private StopReason meant(StopReason reason) {
        return refused && reason == StopReason.END ? StopReason.REFUSED : reason;
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        blocks.closeText(out);
        AnthropicErrors.writeEvent(code, message, out);
    }

    /** Writes blocks one after the other. */
    private static final class BlockWriter {
        private enum Open {
            NONE,
            TEXT,
            THINKING,
            CALL
        }

        private Open open = Open.NONE;
        private int index = -1;

        void write(ReplyEvent event, ByteSink out) {
            switch (event) {
                case ReplyEvent.TextDelta delta -> say(delta.text(), out);
                case ReplyEvent.RefusalDelta delta -> say(delta.text(), out);
                case ReplyEvent.ReasoningDelta delta -> {
                    openThinking(out);
                    Events.delta(index, "thinking_delta", "thinking", delta.text(), out);
                }
                case ReplyEvent.ReasoningSealed sealed -> seal(sealed, out);
                case ReplyEvent.PartAdded added -> add(added.part(), out);
                case ReplyEvent.Cited cited -> cite(cited.citation(), out);
                default -> {}
            }
        }

        private void say(String text, ByteSink out) {
            if (text.isEmpty()) {
                return;
            }
            if (open != Open.TEXT) {
                begin(Open.TEXT, "text", out, "text");
            }
            Events.delta(index, "text_delta", "text", text, out);
        }

        private void openThinking(ByteSink out) {
            if (open != Open.THINKING) {
                begin(Open.THINKING, "thinking", out, "thinking", "signature");
            }
        }

        private void begin(Open kind, String type, ByteSink out, String... empty) {
            close(out);
            var event = SluiceJson.mapper().createObjectNode().put("type", "content_block_start");
            event.put("index", ++index);
            var block = event.putObject("content_block").put("type", type);
            for (var field : empty) {
                block.put(field, "");
            }
            Events.write(event, out);
            open = kind;
        }

        /** Signatures of other providers say nothing here; the thinking ends all the same. */
        private void seal(ReplyEvent.ReasoningSealed sealed, ByteSink out) {
            if (sealed.origin() == Dialect.ANTHROPIC && sealed.signature() != null) {
                openThinking(out);
                Events.delta(index, "signature_delta", "signature", sealed.signature(), out);
            } else if (sealed.origin() == Dialect.ANTHROPIC && sealed.sealed() != null) {
                close(out);
                var event =
                        SluiceJson.mapper().createObjectNode().put("type", "content_block_start");
                event.put("index", ++index);
                event.putObject("content_block")
                        .put("type", "redacted_thinking")
                        .put("data", sealed.sealed());
                Events.write(event, out);
                Events.stopBlock(index, out);
                return;
            }
            if (open == Open.THINKING) {
                close(out);
            }
        }

        private void add(ContentPart part, ByteSink out) {
            var block = AnswerBlocks.whole(part);
            if (block == null) {
                return;
            }
            close(out);
            var event = SluiceJson.mapper().createObjectNode().put("type", "content_block_start");
            event.put("index", ++index);
            event.set("content_block", block);
            Events.write(event, out);
            Events.stopBlock(index, out);
        }

        private void cite(Citation citation, ByteSink out) {
            if (open != Open.TEXT) {
                return;
            }
            var event = SluiceJson.mapper().createObjectNode().put("type", "content_block_delta");
            event.put("index", index);
            event.putObject("delta")
                    .put("type", "citations_delta")
                    .set("citation", AnswerBlocks.citation(citation));
            Events.write(event, out);
        }

        void openCall(ReplyEvent.CallStarted started, ByteSink out) {
            close(out);
            var event = SluiceJson.mapper().createObjectNode().put("type", "content_block_start");
            event.put("index", ++index);
            var block = event.putObject("content_block").put("type", "tool_use");
            block.put("id", CallIds.write(started.id())).put("name", started.name());
            block.putObject("input");
            Events.write(event, out);
            open = Open.CALL;
        }

        void arguments(String json, ByteSink out) {
            if (!json.isEmpty()) {
                Events.delta(index, "input_json_delta", "partial_json", json, out);
            }
        }

        void close(ByteSink out) {
            if (open != Open.NONE) {
                Events.stopBlock(index, out);
                open = Open.NONE;
            }
        }

        /** Nobody may take a call for complete that broke off. */
        void closeText(ByteSink out) {
            if (open == Open.TEXT || open == Open.THINKING) {
                close(out);
            }
        }
    }
}
