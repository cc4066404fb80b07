package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a call asks a model to do. */
public enum Operation {
    CHAT,
    COMPLETIONS,
    EMBEDDINGS,
    RERANK,
    IMAGES,
    AUDIO;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
