package dev.sluice.simulator.dialect;

import dev.sluice.simulator.script.Script;
import org.jspecify.annotations.Nullable;

/** What is to be said of an error; code and type are the dialect's own unless they are given. */
public record Told(int status, String message, @Nullable String code, @Nullable String type) {
    /** A scripted refusal. */
    public static Told of(int status, Script.Answer answer) {
        return new Told(
                status,
                answer.message() == null
                        ? "the simulator was told to answer " + status
                        : answer.message(),
                answer.code(),
                answer.type());
    }

    /** A request that is not as it must be. */
    public static Told wrong(@Nullable String message, @Nullable String code) {
        return new Told(400, String.valueOf(message), code, null);
    }

    public String codeOr(String own) {
        return code == null ? own : code;
    }

    public String typeOr(String own) {
        return type == null ? own : type;
    }
}
