package dev.sluice.simulator.dialect;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Counted;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All that a dialect needs to put an answer into its words.
 *
 * @param number of the call in the books, for ids
 * @param model the name that the answer gives
 */
public record Answer(
        Ask ask,
        ChatRequest request,
        Reply reply,
        Script script,
        long number,
        Instant created,
        String model) {

    public String id(String prefix) {
        return prefix + "sim-" + number;
    }

    /** Whether usage is told. */
    public boolean tells() {
        return switch (script.usage().mode()) {
            case ASKED -> !request.stream() || request.usageInStream();
            case ALWAYS -> true;
            case NEVER, NULL -> false;
        };
    }

    /** Puts usage where it is told, null where that is scripted. */
    public void usage(Map<String, @Nullable Object> into, String field, Supplier<Object> usage) {
        if (tells()) {
            into.put(field, usage.get());
        } else if (saysNull()) {
            into.put(field, null);
        }
    }

    public boolean saysNull() {
        return switch (script.usage().mode()) {
            case NULL -> true;
            case ASKED, ALWAYS, NEVER -> false;
        };
    }

    /** What the books say was told with the end of the answer; null where nothing was. */
    public @Nullable Counted counted() {
        return counted(reply.completionTokens());
    }

    public @Nullable Counted counted(int completionTokens) {
        return tells() ? new Counted(reply.promptTokens(), completionTokens) : null;
    }
}
