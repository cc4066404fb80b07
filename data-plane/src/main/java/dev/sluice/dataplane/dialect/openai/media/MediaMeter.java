package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Adds up what an answer says it has made or heard. */
final class MediaMeter {
    private static final BigDecimal MS = BigDecimal.valueOf(1_000);
    private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(1_000_000);
    private static final int MOST_CHARACTERS = 40;

    private long made;
    private boolean begun;
    private long heardMs = -1;

    /** A picture on its way: who has seen it half has it, whatever becomes of the rest. */
    void begun() {
        begun = true;
    }

    void made(long images) {
        made += images;
        begun = false;
    }

    long made() {
        return made;
    }

    /** Seconds of sound, as a number or a text; what is neither tells nothing. */
    void heard(JsonNode seconds) {
        var text = seconds.isNumber() || seconds.isString() ? seconds.asString().strip() : "";
        if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
            return;
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException odd) {
            return;
        }
        if (value.signum() >= 0 && value.compareTo(MOST_SECONDS) <= 0) {
            heardMs = value.multiply(MS).longValue();
        }
    }

    /** The tokens of a usage object; sound that is paid by its length has none. */
    @Nullable TokenUsage usage(JsonNode usage) {
        if (usage.path("type").asString("").equals("duration")) {
            heard(usage.path("seconds"));
            return TokenUsage.NONE;
        }
        return usage.isObject() ? OpenAiUsage.read(usage) : null;
    }

    /** What was measured; the request's own length where the answer told none. */
    MediaCount count(long askedMs) {
        return new MediaCount(made + (begun ? 1 : 0), heardMs < 0 ? askedMs : heardMs, 0);
    }
}
