package dev.sluice.model.policy;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which sensitive words of answers are masked.
 *
 * @param kinds of {@link #KINDS}
 * @param patterns the installation's own
 */
public record MaskPolicy(List<String> kinds, List<MaskPattern> patterns) {
    /** What the gateway knows by itself, in the order in which it looks. */
    public static final List<String> KINDS = List.of("idCard", "bankCard", "phone", "email");

    public MaskPolicy {
        kinds = kinds == null ? List.of() : List.copyOf(kinds);
        patterns = patterns == null ? List.of() : List.copyOf(patterns);
    }

    /** All of both. */
    MaskPolicy and(@Nullable MaskPolicy other) {
        return other == null
                ? this
                : new MaskPolicy(joined(kinds, other.kinds), joined(patterns, other.patterns));
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
    }

    /**
     * A pattern of the installation's own, decided within 64 characters from where it begins.
     *
     * @param pattern as {@link java.util.regex.Pattern} reads it
     * @param replacement what stands there instead; {@code [name]} when absent
     */
    public record MaskPattern(String name, String pattern, @Nullable String replacement) {
        public String replacementOrName() {
            return replacement != null ? replacement : "[" + name + "]";
        }
    }
}
