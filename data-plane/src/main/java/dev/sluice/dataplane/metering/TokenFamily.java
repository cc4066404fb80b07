package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.metering.vocabulary.Encoding;
import dev.sluice.model.route.UpstreamModel;
import java.util.List;
import java.util.Locale;

/**
 * Models that split text alike, and how far our count may be off for them: what is added to a count
 * where it is a worst case. Families without a public tokenizer are counted by o200k, which is near
 * for current multilingual vocabularies.
 */
enum TokenFamily {
    O200K(Encoding.O200K, 0),
    CL100K(Encoding.CL100K, 0),
    LIKE_O200K(Encoding.O200K, 15);

    private static final List<String> OPENAI_O200K =
            List.of("gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "chatgpt-4o", "o1", "o3", "o4");
    private static final List<String> OPENAI_CL100K = List.of("gpt-4", "gpt-3.5", "text-embedding");

    private final Encoding encoding;
    private final int marginPercent;

    TokenFamily(Encoding encoding, int marginPercent) {
        this.encoding = encoding;
        this.marginPercent = marginPercent;
    }

    Encoding encoding() {
        return encoding;
    }

    /** Not less than any upstream of this family would count. */
    long worstCase(long counted) {
        return counted + (counted * marginPercent + 99) / 100;
    }

    static TokenFamily of(UpstreamModel model) {
        var asked = model.tokenizer();
        if (asked != null) {
            return asked.startsWith("cl100k") ? CL100K : O200K;
        }
        var name = model.providerName().toLowerCase(Locale.ROOT);
        var bare = name.substring(name.lastIndexOf('/') + 1);
        if (OPENAI_O200K.stream().anyMatch(bare::startsWith)) {
            return O200K;
        }
        return OPENAI_CL100K.stream().anyMatch(bare::startsWith) ? CL100K : LIKE_O200K;
    }
}
