package dev.sluice.model.policy;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What happens to a request with fields that its dialect does not have; stricter ones last. */
public enum UnknownFields {
    /** The upstream's business. */
    PASS,
    /** As above, and named in {@code X-Sluice-Warnings}. */
    WARN,
    /** The call is refused. */
    REJECT;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The stricter of the two; who says nothing passes. */
    public UnknownFields and(@Nullable UnknownFields other) {
        return other == null || compareTo(other) >= 0 ? this : other;
    }
}
