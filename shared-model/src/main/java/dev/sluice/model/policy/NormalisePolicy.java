package dev.sluice.model.policy;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the writing of answers is made uniform. Null leaves it as the model wrote it. */
public record NormalisePolicy(
        @Nullable Width width, @Nullable Quotes quotes, @Nullable Punctuation punctuation) {

    /** Both at once; where they differ, the narrower level's. */
    NormalisePolicy and(@Nullable NormalisePolicy narrower) {
        return narrower == null
                ? this
                : new NormalisePolicy(
                        narrower.width != null ? narrower.width : width,
                        narrower.quotes != null ? narrower.quotes : quotes,
                        narrower.punctuation != null ? narrower.punctuation : punctuation);
    }

    /** Letters, digits and blanks of full width become those of half width. */
    public enum Width {
        HALF;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which marks stand around quotations. */
    public enum Quotes {
        STRAIGHT,
        PAIRED;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which marks follow Chinese characters. */
    public enum Punctuation {
        WESTERN,
        CHINESE;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
