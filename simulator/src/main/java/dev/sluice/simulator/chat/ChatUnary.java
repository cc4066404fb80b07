package dev.sluice.simulator.chat;

import dev.sluice.simulator.books.CallOutcome;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.exchange.Exchange;
import dev.sluice.simulator.script.Fault;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.UsageMode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers whole, after the time that a stream of the same answer would have taken. */
final class ChatUnary {
    private final Exchange exchange;
    private final Script script;
    private final Reply reply;
    private final Buffer body;

    ChatUnary(
            Exchange exchange, Script script, Reply reply, String id, long created, String model) {
        this.exchange = exchange;
        this.script = script;
        this.reply = reply;
        String given = script.answer().body();
        this.body =
                given == null ? Bodies.json(completion(id, created, model)) : Buffer.buffer(given);
    }

    void start() {
        long wholeUs = script.pace().ttftUs() + script.pace().tokenUs() * reply.tokensPerChoice();
        exchange.after(wholeUs, this::answer);
    }

    private void answer() {
        switch (script.fault()) {
            case Fault.None _, Fault.Refusal _, Fault.Hang _ -> whole();
            case Fault.ErrorFrame _ -> refuse();
            case Fault.Stall(int after) -> part(after);
            case Fault.Reset(int after) -> {
                part(after);
                exchange.reset();
            }
            case Fault.Close(int after) -> {
                part(after);
                exchange.close();
            }
            case Fault.Cut _ -> {
                part(1);
                exchange.close();
            }
        }
    }

    private void whole() {
        if (script.answer().body() == null && usageReported()) {
            exchange.entry()
                    .reported(reply.reportedPromptTokens(), reply.reportedCompletionTokens());
        }
        exchange.answer(
                200,
                script.answer().contentType(),
                script.answer().headers(),
                body,
                CallOutcome.FINISHED);
    }

    private void refuse() {
        exchange.answer(
                500,
                "application/json",
                script.answer().headers(),
                Bodies.refusal(500, script.answer()),
                CallOutcome.REFUSED);
    }

    /** Half of the body when anything is to come before the break, else not even a head. */
    private void part(int after) {
        if (after > 0) {
            exchange.answerPart(
                    200,
                    script.answer().contentType(),
                    script.answer().headers(),
                    body,
                    body.length() / 2);
        }
    }

    private boolean usageReported() {
        return switch (script.usage().mode()) {
            case ASKED, ALWAYS -> true;
            case NEVER, NULL -> false;
        };
    }

    private Map<String, @Nullable Object> completion(String id, long created, String model) {
        List<Object> choices = new ArrayList<>();
        for (int i = 0; i < reply.choices(); i++) {
            Map<String, @Nullable Object> choice = new LinkedHashMap<>();
            choice.put("index", i);
            choice.put("message", message());
            choice.put("logprobs", null);
            choice.put("finish_reason", reply.finishReason());
            choices.add(choice);
        }
        Map<String, @Nullable Object> whole = new LinkedHashMap<>();
        whole.put("id", id);
        whole.put("object", "chat.completion");
        whole.put("created", created);
        whole.put("model", model);
        whole.put("choices", choices);
        if (usageReported()) {
            whole.put("usage", reply.usage());
        } else if (script.usage().mode() == UsageMode.NULL) {
            whole.put("usage", null);
        }
        whole.put("system_fingerprint", "fp_sim");
        return whole;
    }

    private Map<String, @Nullable Object> message() {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("role", "assistant");
        message.put(
                "content",
                reply.textTokens() == 0 && !reply.toolCalls().isEmpty() ? null : reply.text());
        message.put("refusal", null);
        if (reply.reasoningTokens() > 0) {
            message.put("reasoning_content", reply.reasoning());
        }
        if (!reply.toolCalls().isEmpty()) {
            message.put("tool_calls", reply.toolCalls().stream().map(ChatUnary::toolCall).toList());
        }
        return message;
    }

    private static Map<String, Object> toolCall(Reply.ToolCall call) {
        return Map.of(
                "id",
                call.id(),
                "type",
                "function",
                "function",
                Map.of("name", call.name(), "arguments", String.join("", call.argumentPieces())));
    }
}
