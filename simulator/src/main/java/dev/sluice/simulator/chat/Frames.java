package dev.sluice.simulator.chat;

import dev.sluice.simulator.exchange.Bodies;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The data of each frame of one stream, made when it is asked for: role frames, content frames with
 * the choices interleaved, finish frames, usage, terminator.
 */
final class Frames {
    /** One frame; {@code tokens} is 1 for content. */
    record Frame(String data, int tokens, boolean usage) {}

    private final Reply reply;
    private final String opening;
    private final String closing;
    private final boolean usage;
    private final boolean done;
    private final int choices;
    private final int contentFrames;
    private int at;

    Frames(
            Reply reply,
            String id,
            long created,
            String model,
            boolean asked,
            boolean usage,
            boolean done) {
        this.reply = reply;
        this.choices = reply.choices();
        this.contentFrames = reply.tokensPerChoice() * choices;
        this.usage = usage;
        this.done = done;
        this.opening =
                "{\"id\":"
                        + quote(id)
                        + ",\"object\":\"chat.completion.chunk\",\"created\":"
                        + created
                        + ",\"model\":"
                        + quote(model)
                        + ",\"system_fingerprint\":\"fp_sim\",\"choices\":[";
        // With include_usage every chunk before the last carries a null usage, as at OpenAI.
        this.closing = asked ? "],\"usage\":null}" : "]}";
    }

    boolean hasNext() {
        return at < 2 * choices + contentFrames + (usage ? 1 : 0) + (done ? 1 : 0);
    }

    /** True while frames that carry content, or the role, are still to come. */
    boolean contentAhead() {
        return at < choices + contentFrames;
    }

    boolean nextIsContent() {
        return at >= choices && contentAhead();
    }

    Frame next() {
        int index = at++;
        if (index < choices) {
            return chunk(
                    index, "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null", 0);
        }
        index -= choices;
        if (index < contentFrames) {
            return chunk(index % choices, delta(index / choices), "null", 1);
        }
        index -= contentFrames;
        if (index < choices) {
            return chunk(index, "{}", quote(reply.finishReason()), 0);
        }
        index -= choices;
        if (usage && index == 0) {
            String last = closing.startsWith("],\"usage\"") ? closing.substring(0, 2) : "],";
            return new Frame(
                    opening
                            + last
                            + "\"usage\":"
                            + Bodies.MAPPER.writeValueAsString(reply.usage())
                            + "}",
                    0,
                    true);
        }
        if (done && index == (usage ? 1 : 0)) {
            return new Frame("[DONE]", 0, false);
        }
        throw new NoSuchElementException("the stream has no frame " + at);
    }

    private Frame chunk(int choice, String delta, String finishReason, int tokens) {
        return new Frame(
                opening
                        + "{\"index\":"
                        + choice
                        + ",\"delta\":"
                        + delta
                        + ",\"logprobs\":null,\"finish_reason\":"
                        + finishReason
                        + "}"
                        + closing,
                tokens,
                false);
    }

    private String delta(int token) {
        if (token < reply.reasoningTokens()) {
            return "{\"reasoning_content\":" + quote(reply.reasoningPiece(token)) + "}";
        }
        int text = token - reply.reasoningTokens();
        if (text < reply.textTokens()) {
            return "{\"content\":" + quote(reply.piece(text)) + "}";
        }
        return toolDelta(text - reply.textTokens());
    }

    private String toolDelta(int token) {
        int left = token;
        for (int i = 0; i < reply.toolCalls().size(); i++) {
            Reply.ToolCall call = reply.toolCalls().get(i);
            if (left < call.tokens()) {
                return "{\"tool_calls\":[{\"index\":" + i + "," + toolPart(call, left) + "}]}";
            }
            left -= call.tokens();
        }
        throw new NoSuchElementException("no tool call has token " + token);
    }

    private static String toolPart(Reply.ToolCall call, int part) {
        if (part == 0) {
            return "\"id\":"
                    + quote(call.id())
                    + ",\"type\":\"function\",\"function\":"
                    + "{\"name\":"
                    + quote(call.name())
                    + ",\"arguments\":\"\"}";
        }
        return "\"function\":"
                + Bodies.MAPPER.writeValueAsString(
                        Map.of("arguments", call.argumentPieces().get(part - 1)));
    }

    private static String quote(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                return Bodies.MAPPER.writeValueAsString(text);
            }
        }
        return "\"" + text + "\"";
    }
}
