package dev.sluice.simulator.dialect.dashscope;

import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.Token;
import dev.sluice.simulator.answer.ToolCall;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.FrameSink;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.dialect.Told;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a streamed generation: each says all that was said so far, or with {@code
 * incremental_output} what is new.
 */
final class Results implements StreamForm {
    private final Answer answer;
    private final boolean incremental;
    private final List<Heard> choices = new ArrayList<>();

    /** What one choice has said. */
    private static final class Heard {
        final StringBuilder text = new StringBuilder();
        final StringBuilder reasoning = new StringBuilder();
        final List<ToolCall> calls = new ArrayList<>();
        final List<StringBuilder> arguments = new ArrayList<>();

        void take(Token token) {
            switch (token) {
                case Token.Thought(String thought) -> reasoning.append(thought);
                case Token.Text(String said) -> text.append(said);
                case Token.Call(int _, ToolCall call) -> {
                    calls.add(call);
                    arguments.add(new StringBuilder());
                }
                case Token.Arguments more -> arguments.getLast().append(more.text());
            }
        }
    }

    Results(Answer answer) {
        this.answer = answer;
        this.incremental =
                answer.ask().body().path("parameters").path("incremental_output").asBoolean(false);
        for (int i = 0; i < answer.reply().choices(); i++) {
            choices.add(new Heard());
        }
    }

    @Override
    public void content(int choice, Token token, FrameSink out) {
        Heard heard = choices.get(choice);
        heard.take(token);
        if (incremental) {
            put(choice, said(token), "null", out);
        } else {
            put(choice, said(heard), "null", out);
        }
    }

    @Override
    public void finish(FrameSink out) {
        String why = Generation.finishReason(answer.reply());
        for (int i = 0; i < choices.size(); i++) {
            put(i, said(incremental ? new Heard() : choices.get(i)), why, out);
        }
    }

    private record Said(String text, String reasoning, List<Object> calls) {}

    private static Said said(Heard heard) {
        List<Object> calls = new ArrayList<>();
        for (int i = 0; i < heard.calls.size(); i++) {
            calls.add(
                    Generation.toolCall(i, heard.calls.get(i), heard.arguments.get(i).toString()));
        }
        return new Said(heard.text.toString(), heard.reasoning.toString(), calls);
    }

    private static Said said(Token token) {
        return switch (token) {
            case Token.Thought(String text) -> new Said("", text, List.of());
            case Token.Text(String text) -> new Said(text, "", List.of());
            case Token.Call(int index, ToolCall call) ->
                    new Said("", "", List.of(Generation.toolCall(index, call, "")));
            case Token.Arguments more -> new Said("", "", List.of(continued(more)));
        };
    }

    /** The rest of a call repeats neither its id nor its name. */
    private static Object continued(Token.Arguments more) {
        return Fields.of(
                "index",
                more.index(),
                "id",
                "",
                "type",
                "function",
                "function",
                Fields.of("arguments", more.text()));
    }

    private void put(int choice, Said said, String finishReason, FrameSink out) {
        Object output =
                Generation.isMessage(answer)
                        ? Fields.of("choices", List.of(choice(choice, said, finishReason)))
                        : Fields.of("text", said.text(), "finish_reason", finishReason);
        Reply reply = answer.reply();
        out.put(
                "result",
                Generation.result(answer, output, out.tokens()),
                answer.counted(reply.completionTokensAfter(out.tokens())));
    }

    private Object choice(int index, Said said, String finishReason) {
        Object message = Generation.message(answer, said.text(), said.reasoning(), said.calls());
        return Generation.choice(index, message, finishReason);
    }

    @Override
    public void error(Told told, FrameSink out) {
        out.put("error", DashScopeErrors.body(told));
    }
}
