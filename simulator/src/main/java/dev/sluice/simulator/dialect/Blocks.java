package dev.sluice.simulator.dialect;

import dev.sluice.simulator.answer.Token;
import org.jspecify.annotations.Nullable;

/**
 * Which block of an answer is open, for dialects that number them: the thoughts, the text, each
 * call. One is closed before the next opens.
 */
public final class Blocks {
    /** Puts the frame of a block's beginning or end. */
    @FunctionalInterface
    public interface Edge {
        void put(int index, Token token, FrameSink out);
    }

    private final Edge opens;
    private final Edge closes;
    private @Nullable Token open;
    private int index = -1;

    public Blocks(Edge opens, Edge closes) {
        this.opens = opens;
        this.closes = closes;
    }

    /** The number of the token's block, which is open now. */
    public int enter(Token token, FrameSink out) {
        if (open == null || place(open) != place(token)) {
            close(out);
            index++;
            open = token;
            opens.put(index, token, out);
        }
        return index;
    }

    /** Closes what is open. */
    public void close(FrameSink out) {
        if (open != null) {
            closes.put(index, open, out);
            open = null;
        }
    }

    private static int place(Token token) {
        return switch (token) {
            case Token.Thought _ -> -2;
            case Token.Text _ -> -1;
            case Token.Call call -> call.index();
            case Token.Arguments arguments -> arguments.index();
        };
    }
}
