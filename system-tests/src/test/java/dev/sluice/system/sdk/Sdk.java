package dev.sluice.system.sdk;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The driver of one official SDK: says in its words what an {@link Ask} says. */
interface Sdk extends AutoCloseable {
    /**
     * An error in words that all SDKs share.
     *
     * @param status 0 where the error has none
     * @param retryAfter empty where there was none; null where this SDK's errors carry no headers
     */
    record Fault(String kind, int status, @Nullable String retryAfter, String message) {
        /** The kind by the status, for SDKs whose classes do not tell. */
        static String kindOf(int status) {
            return switch (status) {
                case 400 -> "bad request";
                case 401 -> "unauthorized";
                case 404 -> "not found";
                case 429 -> "rate limit";
                default -> status >= 500 ? "server" : "status " + status;
            };
        }
    }

    /**
     * @param input what the answer says it took; empty where it says nothing
     */
    record Vectors(List<Integer> sizes, OptionalLong input) {}

    String name();

    @Override
    void close();

    Said whole(Ask ask);

    /**
     * Reads with the SDK's own accumulator where it has one.
     *
     * @param piece gets each piece of text; says true when the caller leaves
     * @return empty when the caller has left
     */
    Optional<Said> stream(Ask ask, Predicate<String> piece);

    Fault fault(Throwable error);

    /** The names that the key may use; empty where the SDK does not ask. */
    default Optional<List<String>> models(Ask ask) {
        return Optional.empty();
    }

    default OptionalLong count(Ask ask) {
        return OptionalLong.empty();
    }

    default Optional<Vectors> embed(Ask ask, List<String> texts) {
        return Optional.empty();
    }
}
