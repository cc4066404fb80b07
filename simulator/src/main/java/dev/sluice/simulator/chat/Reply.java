package dev.sluice.simulator.chat;

import dev.sluice.simulator.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What will be said in answer to one request, before anything is put on the wire. Text and
 * reasoning come as pieces, one token each; nothing is kept that can be computed from its index.
 */
final class Reply {
    static final int DEFAULT_TOKENS = 16;
    private static final String[] WORDS = {
        " the", " river", " runs", " through", " a", " gate", " and", " turns", " the", " wheel",
        " of", " the", " mill", " while", " every", " drop", " is", " counted", " in", " a",
        " book", " that", " must", " agree", " with", " the", " water", " below"
    };
    private static final List<String> ARGUMENT_PIECES =
            List.of("{\"query\":", "\"how high", " is the water\"", ",\"limit\":", "3}");

    /** A tool call: its frame with id and name, then one frame per piece of arguments. */
    record ToolCall(String id, String name, List<String> argumentPieces) {
        int tokens() {
            return 1 + argumentPieces.size();
        }
    }

    private final Script script;
    private final @Nullable List<String> givenPieces;
    private final int textTokens;
    private final int reasoningTokens;
    private final boolean truncated;
    private final List<ToolCall> toolCalls;
    private final int choices;
    private final int promptTokens;

    private Reply(
            Script script,
            @Nullable List<String> givenPieces,
            int textTokens,
            int reasoningTokens,
            boolean truncated,
            List<ToolCall> toolCalls,
            int choices,
            int promptTokens) {
        this.script = script;
        this.givenPieces = givenPieces;
        this.textTokens = textTokens;
        this.reasoningTokens = reasoningTokens;
        this.truncated = truncated;
        this.toolCalls = toolCalls;
        this.choices = choices;
        this.promptTokens = promptTokens;
    }

    static Reply to(ChatRequest request, Script script, long number) {
        Script.Content content = script.content();
        List<String> given = null;
        if (content.say() != null) {
            given = TokenRule.pieces(content.say());
        } else if (content.echo()) {
            given = TokenRule.pieces(request.lastUserText());
        }
        // A model that has what it asked for goes on to the answer.
        boolean answering = content.toolCalls() > 0 && request.heard().answering();
        if (given == null && (content.retell() || answering)) {
            given = TokenRule.pieces(request.heard().retold());
        }
        List<ToolCall> calls =
                answering ? List.of() : toolCalls(request, content.toolCalls(), number);
        int planned;
        if (given != null) {
            planned = given.size();
        } else if (content.tokens() != null) {
            planned = content.tokens();
        } else {
            planned = calls.isEmpty() ? DEFAULT_TOKENS : 0;
        }
        int cap =
                request.outputCap() == null || content.ignoreCap()
                        ? Integer.MAX_VALUE
                        : request.outputCap();
        int reasoning = Math.min(content.reasoningTokens(), cap);
        int text = Math.min(planned, cap - reasoning);
        boolean truncated = reasoning < content.reasoningTokens() || text < planned;
        return new Reply(
                script,
                given,
                text,
                reasoning,
                truncated,
                truncated ? List.of() : calls,
                request.choices(),
                request.promptTokens());
    }

    private static List<ToolCall> toolCalls(ChatRequest request, int count, long number) {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> names = request.toolNames();
            String name = names.isEmpty() ? "lookup" : names.get(i % names.size());
            calls.add(new ToolCall("call_sim_" + number + "_" + i, name, ARGUMENT_PIECES));
        }
        return List.copyOf(calls);
    }

    int choices() {
        return choices;
    }

    int textTokens() {
        return textTokens;
    }

    int reasoningTokens() {
        return reasoningTokens;
    }

    List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /** The text piece at this index, padded to the scripted width. */
    String piece(int index) {
        String piece = givenPieces == null ? WORDS[index % WORDS.length] : givenPieces.get(index);
        int width = script.content().widthBytes();
        return piece.length() >= width ? piece : piece + "x".repeat(width - piece.length());
    }

    String reasoningPiece(int index) {
        return WORDS[(index + 7) % WORDS.length];
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < textTokens; i++) {
            text.append(piece(i));
        }
        return text.toString();
    }

    String reasoning() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < reasoningTokens; i++) {
            text.append(reasoningPiece(i));
        }
        return text.toString();
    }

    String finishReason() {
        if (truncated) {
            return "length";
        }
        return toolCalls.isEmpty() ? "stop" : "tool_calls";
    }

    /** Tokens of one choice: every content frame is one. */
    int tokensPerChoice() {
        return reasoningTokens + textTokens + toolCalls.stream().mapToInt(ToolCall::tokens).sum();
    }

    int reportedPromptTokens() {
        Integer given = script.usage().promptTokens();
        return given == null ? promptTokens : given;
    }

    int reportedCompletionTokens() {
        Integer given = script.usage().completionTokens();
        return given == null ? tokensPerChoice() * choices : given;
    }

    Map<String, Object> usage() {
        int prompt = reportedPromptTokens();
        int completion = reportedCompletionTokens();
        return Map.of(
                "prompt_tokens",
                prompt,
                "completion_tokens",
                completion,
                "total_tokens",
                prompt + completion,
                "prompt_tokens_details",
                Map.of("cached_tokens", script.usage().cachedTokens()),
                "completion_tokens_details",
                Map.of("reasoning_tokens", reasoningTokens * choices));
    }
}
