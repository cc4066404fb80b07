package dev.sluice.simulator.answer;

import dev.sluice.simulator.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What will be said in answer to one request, before anything is put on the wire. Text and
 * reasoning come as pieces, one token each; nothing is kept that can be computed from its index.
 */
public final class Reply {
    private static final int DEFAULT_TOKENS = 16;
    private static final String[] WORDS = {
        " the", " river", " runs", " through", " a", " gate", " and", " turns", " the", " wheel",
        " of", " the", " mill", " while", " every", " drop", " is", " counted", " in", " a",
        " book", " that", " must", " agree", " with", " the", " water", " below"
    };
    private static final List<String> ARGUMENT_PIECES =
            List.of("{\"query\":", "\"how high", " is the water\"", ",\"limit\":", "3}");

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

    public static Reply to(ChatRequest request, Script script, long number) {
        Script.Content content = script.content();
        List<String> given = null;
        if (content.say() != null) {
            given = TokenRule.pieces(content.say());
        } else if (content.echo()) {
            given = TokenRule.pieces(request.prompt().lastUserText());
        }
        // A model that has what it asked for goes on to the answer.
        boolean answering = content.toolCalls() > 0 && request.prompt().answering();
        if (given == null && (content.retell() || answering)) {
            given = TokenRule.pieces(request.retold());
        }
        List<ToolCall> calls =
                answering
                        ? List.of()
                        : toolCalls(
                                request,
                                Math.min(content.toolCalls(), request.powers().calls()),
                                number);
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
        int thoughts = request.powers().thoughts() ? content.reasoningTokens() : 0;
        int reasoning = Math.min(thoughts, cap);
        int text = Math.min(planned, cap - reasoning);
        boolean truncated = reasoning < thoughts || text < planned;
        return new Reply(
                script,
                given,
                text,
                reasoning,
                truncated,
                truncated ? List.of() : calls,
                request.choices(),
                request.prompt().tokens());
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

    public int choices() {
        return choices;
    }

    public int textTokens() {
        return textTokens;
    }

    public int reasoningTokens() {
        return reasoningTokens;
    }

    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /** The text piece at this index, padded to the scripted width. */
    private String piece(int index) {
        String piece = givenPieces == null ? WORDS[index % WORDS.length] : givenPieces.get(index);
        int width = script.content().widthBytes();
        return piece.length() >= width ? piece : piece + "x".repeat(width - piece.length());
    }

    private String reasoningPiece(int index) {
        return WORDS[(index + 7) % WORDS.length];
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < textTokens; i++) {
            text.append(piece(i));
        }
        return text.toString();
    }

    public String reasoning() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < reasoningTokens; i++) {
            text.append(reasoningPiece(i));
        }
        return text.toString();
    }

    /** Whether the cap cut it. */
    public boolean truncated() {
        return truncated;
    }

    /** Tokens of one choice. */
    public int tokensPerChoice() {
        return reasoningTokens + textTokens + toolCalls.stream().mapToInt(ToolCall::tokens).sum();
    }

    /** What is said at this place of each choice. */
    public Token token(int index) {
        if (index < reasoningTokens) {
            return new Token.Thought(reasoningPiece(index));
        }
        int text = index - reasoningTokens;
        if (text < textTokens) {
            return new Token.Text(piece(text));
        }
        int left = text - textTokens;
        for (int i = 0; i < toolCalls.size(); i++) {
            ToolCall call = toolCalls.get(i);
            if (left == 0) {
                return new Token.Call(i, call);
            }
            if (left < call.tokens()) {
                return new Token.Arguments(i, call, left - 1);
            }
            left -= call.tokens();
        }
        throw new NoSuchElementException("the answer has no token " + index);
    }

    /** The figure that is told, true or scripted. */
    public int promptTokens() {
        Integer given = script.usage().promptTokens();
        return given == null ? promptTokens : given;
    }

    public int completionTokens() {
        return completionTokensAfter(tokensPerChoice() * choices);
    }

    /** What is told when so many tokens are out. */
    public int completionTokensAfter(int tokens) {
        Integer given = script.usage().completionTokens();
        return given == null ? tokens : given;
    }

    public int cachedTokens() {
        return script.usage().cachedTokens();
    }
}
