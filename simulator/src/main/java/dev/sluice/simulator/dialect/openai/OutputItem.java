package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.Token;
import dev.sluice.simulator.answer.ToolCall;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The items of a response's output, complete or as they are when they begin. */
final class OutputItem {
    private OutputItem() {}

    static List<Object> all(Answer answer) {
        Reply reply = answer.reply();
        List<Object> items = new ArrayList<>();
        if (reply.reasoningTokens() > 0) {
            items.add(reasoning(answer, List.of(summary(reply.reasoning()))));
        }
        if (reply.textTokens() > 0) {
            items.add(message(answer, messageState(answer), List.of(text(reply.text()))));
        }
        for (ToolCall call : reply.toolCalls()) {
            items.add(call(call, "completed", call.arguments()));
        }
        return items;
    }

    static Object begun(Answer answer, Token first) {
        return switch (first) {
            case Token.Thought _ -> reasoning(answer, List.of());
            case Token.Text _ -> message(answer, "in_progress", List.of());
            case Token.Call(int _, ToolCall call) -> call(call, "in_progress", "");
            case Token.Arguments arguments -> call(arguments.call(), "in_progress", "");
        };
    }

    static Object done(Answer answer, Token first) {
        return switch (first) {
            case Token.Thought _ -> reasoning(answer, List.of(summary(answer.reply().reasoning())));
            case Token.Text _ ->
                    message(answer, messageState(answer), List.of(text(answer.reply().text())));
            case Token.Call(int _, ToolCall call) -> call(call, "completed", call.arguments());
            case Token.Arguments arguments ->
                    call(arguments.call(), "completed", arguments.call().arguments());
        };
    }

    static String id(Answer answer, Token token) {
        return switch (token) {
            case Token.Thought _ -> answer.id("rs_");
            case Token.Text _ -> answer.id("msg_");
            case Token.Call(int _, ToolCall call) -> callId(call);
            case Token.Arguments arguments -> callId(arguments.call());
        };
    }

    private static String callId(ToolCall call) {
        return call.id().replace("call_", "fc_");
    }

    static Map<String, @Nullable Object> summary(String text) {
        return Fields.of("type", "summary_text", "text", text);
    }

    static Map<String, @Nullable Object> text(String text) {
        return Fields.of(
                "type",
                "output_text",
                "annotations",
                List.of(),
                "logprobs",
                List.of(),
                "text",
                text);
    }

    private static String messageState(Answer answer) {
        return answer.reply().truncated() ? "incomplete" : "completed";
    }

    private static Object reasoning(Answer answer, List<Object> summary) {
        return Fields.of("id", answer.id("rs_"), "type", "reasoning", "summary", summary);
    }

    private static Object message(Answer answer, String status, List<Object> content) {
        return Fields.of(
                "id",
                answer.id("msg_"),
                "type",
                "message",
                "status",
                status,
                "role",
                "assistant",
                "content",
                content);
    }

    private static Object call(ToolCall call, String status, String arguments) {
        return Fields.of(
                "id",
                callId(call),
                "type",
                "function_call",
                "status",
                status,
                "arguments",
                arguments,
                "call_id",
                call.id(),
                "name",
                call.name());
    }
}
