package dev.sluice.dataplane.arrival;

import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.usage.ServiceTiers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** The service tier that a request asks for, in whichever dialect. */
public final class AskedTier {
    private static final String FAST = "fast";

    private AskedTier() {}

    /** Null where it asks for none, or for something that is no tier. */
    public static @Nullable String of(JsonFields body) {
        if (FAST.equals(text(body, "speed"))) {
            return FAST; // Anthropic's word for a dearer kind of service
        }
        var named = text(body, "service_tier");
        return ServiceTiers.named(named != null ? named : text(body, "serviceTier"));
    }

    private static @Nullable String text(JsonFields body, String field) {
        var span = body.span(field);
        if (span == null) {
            return null;
        }
        if (span.token() == JsonToken.VALUE_STRING) {
            return new String(
                    body.bytes(), span.from() + 1, span.length() - 2, StandardCharsets.UTF_8);
        }
        return span.token() == JsonToken.START_OBJECT // Bedrock
                ? ForeignJson.read(body.bytes(), span.from(), span.length())
                        .path("type")
                        .asString(null)
                : null;
    }
}
