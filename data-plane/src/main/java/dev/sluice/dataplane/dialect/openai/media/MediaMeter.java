package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.call.MediaCount;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Adds up what an answer says it has made or heard. */
final class MediaMeter {
    private static final BigDecimal MS = BigDecimal.valueOf(1_000);

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
        try {
            var value =
                    seconds.isNumber()
                            ? seconds.decimalValue()
                            : seconds.isString()
                                    ? new BigDecimal(seconds.asString().strip())
                                    : null;
            if (value != null && value.signum() >= 0 && value.precision() - value.scale() < 10) {
                heardMs = value.multiply(MS).longValue();
            }
        } catch (NumberFormatException odd) {
            return;
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
        return new MediaCount(made + (begun ? 1 : 0), heardMs < 0 ? askedMs : heardMs);
    }
}
