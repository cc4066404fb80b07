package dev.sluice.control.prices;

import dev.sluice.control.uploads.JsonUpload;
import dev.sluice.control.web.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The forms in which prices may come. */
enum PriceListFormat {
    CSV,
    JSON,
    LITELLM;

    /** By name; without one, by what the text looks like. */
    static PriceListFormat of(@Nullable String name, String text) {
        if (name == null) {
            var begin = text.stripLeading();
            if (!begin.startsWith("{") && !begin.startsWith("[")) {
                return CSV;
            }
            return JsonUpload.parse(text, LiteLlmMap.FAULTY).path("prices").isArray()
                    ? JSON
                    : LITELLM;
        }
        return Arrays.stream(values())
                .filter(it -> it.text().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        Refusal.badRequest(
                                "'"
                                        + name
                                        + "' is not a format: use one of "
                                        + Arrays.stream(values())
                                                .map(PriceListFormat::text)
                                                .collect(Collectors.joining(", "))));
    }

    PriceList read(String text) {
        return switch (this) {
            case CSV -> CsvPrices.read(text);
            case JSON -> JsonPrices.read(text);
            case LITELLM -> LiteLlmMap.read(text);
        };
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
