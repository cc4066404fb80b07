package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.Token;
import dev.sluice.simulator.answer.ToolCall;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Blocks;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.FrameSink;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.wire.Counted;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The numbered events of a streamed response: what is added is done before the next begins. */
final class ResponseEvents implements StreamForm {
    private final Answer answer;
    private final Blocks items = new Blocks(this::begin, this::done);
    private int sequence;

    ResponseEvents(Answer answer) {
        this.answer = answer;
    }

    @Override
    public void open(FrameSink out) {
        put("response.created", out, "response", Responses.response(answer, "in_progress"));
        put("response.in_progress", out, "response", Responses.response(answer, "in_progress"));
    }

    private void begin(int index, Token first, FrameSink out) {
        Object item = OutputItem.begun(answer, first);
        put("response.output_item.added", out, "output_index", index, "item", item);
        if (first instanceof Token.Thought) {
            Object part = OutputItem.summary("");
            part("response.reasoning_summary_part.added", index, first, out, "part", part);
        } else if (first instanceof Token.Text) {
            part("response.content_part.added", index, first, out, "part", OutputItem.text(""));
        }
    }

    @Override
    public void content(int choice, Token token, FrameSink out) {
        int index = items.enter(token, out);
        switch (token) {
            case Token.Thought(String text) ->
                    part("response.reasoning_summary_text.delta", index, token, out, "delta", text);
            case Token.Text(String text) ->
                    part(
                            "response.output_text.delta",
                            index,
                            token,
                            out,
                            "delta",
                            text,
                            "logprobs",
                            List.of());
            case Token.Call _ -> {
                // The item that was added says the name.
            }
            case Token.Arguments arguments ->
                    part(
                            "response.function_call_arguments.delta",
                            index,
                            token,
                            out,
                            "delta",
                            arguments.text());
        }
    }

    private void done(int index, Token first, FrameSink out) {
        Reply reply = answer.reply();
        switch (first) {
            case Token.Thought _ -> {
                String said = reply.reasoning();
                part("response.reasoning_summary_text.done", index, first, out, "text", said);
                Object part = OutputItem.summary(said);
                part("response.reasoning_summary_part.done", index, first, out, "part", part);
            }
            case Token.Text _ -> {
                String said = reply.text();
                part(
                        "response.output_text.done",
                        index,
                        first,
                        out,
                        "text",
                        said,
                        "logprobs",
                        List.of());
                Object part = OutputItem.text(said);
                part("response.content_part.done", index, first, out, "part", part);
            }
            case Token.Call(int _, ToolCall call) -> argumentsDone(index, first, call, out);
            case Token.Arguments arguments -> argumentsDone(index, first, arguments.call(), out);
        }
        Object item = OutputItem.done(answer, first);
        put("response.output_item.done", out, "output_index", index, "item", item);
    }

    private void argumentsDone(int index, Token token, ToolCall call, FrameSink out) {
        part(
                "response.function_call_arguments.done",
                index,
                token,
                out,
                "name",
                call.name(),
                "arguments",
                call.arguments());
    }

    /** An event of the item's one part. */
    private void part(
            String type,
            int index,
            Token token,
            FrameSink out,
            @Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields =
                Fields.of("item_id", OutputItem.id(answer, token), "output_index", index);
        switch (token) {
            case Token.Thought _ -> fields.put("summary_index", 0);
            case Token.Text _ -> fields.put("content_index", 0);
            case Token.Call _, Token.Arguments _ -> {
                // Arguments are no part of a content.
            }
        }
        fields.putAll(Fields.of(namesAndValues));
        put(type, fields, null, out);
    }

    @Override
    public void finish(FrameSink out) {
        items.close(out);
        String type = answer.reply().truncated() ? "response.incomplete" : "response.completed";
        Map<String, @Nullable Object> fields = Fields.of("response", Responses.ended(answer));
        put(type, fields, answer.counted(), out);
    }

    @Override
    public void error(Told told, FrameSink out) {
        Map<String, @Nullable Object> error = OpenAiErrors.error(told);
        put("error", out, "error", error);
        Map<String, @Nullable Object> failed = Responses.response(answer, "failed");
        failed.put(
                "error", Fields.of("code", told.codeOr("server_error"), "message", told.message()));
        put("response.failed", out, "response", failed);
    }

    private void put(String type, FrameSink out, @Nullable Object... namesAndValues) {
        put(type, Fields.of(namesAndValues), null, out);
    }

    private void put(
            String type,
            Map<String, @Nullable Object> fields,
            @Nullable Counted told,
            FrameSink out) {
        Map<String, @Nullable Object> event =
                Fields.of("type", type, "sequence_number", sequence++);
        event.putAll(fields);
        out.put(type, event, told);
    }
}
