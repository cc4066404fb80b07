package dev.sluice.model.price;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a token was used for; each kind may have its own price. */
public enum TokenKind {
    INPUT("input"),
    CACHED_INPUT("cachedInput"),
    CACHE_WRITE("cacheWrite"),
    CACHE_WRITE_1H("cacheWrite1h"),
    OUTPUT("output"),
    REASONING("reasoning"),
    AUDIO_INPUT("audioInput"),
    AUDIO_OUTPUT("audioOutput");

    private final String text;

    TokenKind(String text) {
        this.text = text;
    }

    /** The name in config files and JSON. */
    @JsonValue
    public String text() {
        return text;
    }

    boolean isInput() {
        return switch (this) {
            case INPUT, CACHED_INPUT, CACHE_WRITE, CACHE_WRITE_1H, AUDIO_INPUT -> true;
            case OUTPUT, REASONING, AUDIO_OUTPUT -> false;
        };
    }
}
