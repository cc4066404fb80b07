package dev.sluice.simulator.tongue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What an answer came to, whatever dialect it was read from. */
public final class Said {
    /** A call of a tool, its arguments read. */
    public record Call(String name, JsonNode arguments) {}

    /** Why an answer ended. */
    public enum End {
        NATURAL,
        LENGTH,
        CALLS
    }

    public final StringBuilder thoughts = new StringBuilder();
    public final StringBuilder text = new StringBuilder();
    public final List<Call> calls = new ArrayList<>();
    public @Nullable End end;
    public @Nullable Integer prompt;
    public @Nullable Integer completion;
    public @Nullable Integer cached;
    public @Nullable String error;

    /** Takes the dialect's word for the end. */
    void end(String word, String natural, String length, String calling) {
        if (word.equals(length)) {
            end = End.LENGTH;
        } else if (word.equals(calling) && !calls.isEmpty()) {
            end = End.CALLS;
        } else if (word.equals(natural)) {
            end = End.NATURAL;
        } else {
            throw new AssertionError("'" + word + "' ends nothing here");
        }
    }

    void usage(int promptTokens, int completionTokens, int cachedTokens) {
        prompt = promptTokens;
        completion = completionTokens;
        cached = cachedTokens;
    }
}
