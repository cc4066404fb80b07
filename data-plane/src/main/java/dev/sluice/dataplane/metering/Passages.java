package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.metering.vocabulary.Encoding;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts the insides of JSON strings passage by passage, and knows the passages it has counted
 * before: instructions and conversations come again with every call. Passages end where no encoding
 * joins what stands on both sides, so that their counts add up to that of the whole.
 */
final class Passages {
    private static final int SLOTS = 1 << 14;
    private static final int LEAST_BYTES = 512;

    /** Where there is no good place; one endless word would cost time beyond all measure. */
    private static final int MOST_BYTES = 8 << 10;

    /** Of a longer text the rest is taken to be as dense as the densest passage before it. */
    static final int EXACT_BYTES = 1 << 20;

    private static final int LONGEST_ESCAPE = 6;

    private final Tokenizers tokenizers;
    private final AtomicReferenceArray<@Nullable Counted> cache = new AtomicReferenceArray<>(SLOTS);

    private record Counted(ContentHash hash, Encoding encoding, long tokens) {}

    Passages(Tokenizers tokenizers) {
        this.tokenizers = tokenizers;
    }

    /** The end of the passage that begins at the place; -1: all the rest is one passage. */
    static int end(byte[] json, int from, int to) {
        if (to - from <= 2 * LEAST_BYTES) {
            return -1;
        }
        var limit = Math.min(to, from + MOST_BYTES);
        for (var at = from + LEAST_BYTES; at < limit; at++) {
            if (partsHere(json, at)) {
                return at;
            }
        }
        return limit < to ? forcedEnd(json, from, limit) : -1;
    }

    /**
     * Whether a letter of the text ends here, and behind it comes neither a letter nor a mark nor
     * an apostrophe. Anything near an escape is passed over.
     */
    private static boolean partsHere(byte[] json, int at) {
        var here = json[at];
        if (here < 0 || isLetter(here) || here == '\'' || !endsLetter(json, at)) {
            return false;
        }
        if (here == '\\' && (at + 1 == json.length || json[at + 1] == 'u')) {
            return false;
        }
        for (var i = at - LONGEST_ESCAPE; i < at; i++) {
            if (json[i] == '\\') {
                return false;
            }
        }
        return true;
    }

    /** A letter of ASCII, or a Chinese one of U+5000 to U+8FFF. */
    private static boolean endsLetter(byte[] json, int at) {
        return isLetter(json[at - 1])
                || (json[at - 3] >= (byte) 0xE5
                        && json[at - 3] <= (byte) 0xE8
                        && json[at - 2] < (byte) 0xC0
                        && json[at - 1] < (byte) 0xC0);
    }

    private static boolean isLetter(byte b) {
        var lower = b | 0x20;
        return lower >= 'a' && lower <= 'z';
    }

    /** The last place up to the limit that is not inside an escape or a character. */
    private static int forcedEnd(byte[] json, int from, int limit) {
        var end = from + 1;
        var at = from;
        while (at <= limit) {
            if (json[at] >= (byte) 0xC0 || json[at] >= 0) {
                end = at;
            }
            at += json[at] != '\\' ? 1 : json[at + 1] == 'u' ? LONGEST_ESCAPE : 2;
        }
        return end;
    }

    /** Tokens of a passage that was counted before; -1: it was not, or is forgotten. */
    long known(Encoding encoding, byte[] json, int from, int to) {
        var hash = ContentHash.of(json, from, to);
        var entry = cache.get(slotOf(hash));
        return entry != null && entry.encoding() == encoding && entry.hash().equals(hash)
                ? entry.tokens()
                : -1;
    }

    private static int slotOf(ContentHash hash) {
        return (int) hash.low() & (SLOTS - 1);
    }

    /** Tokens of one passage; to be called when the tokenizers are ready. */
    long count(Encoding encoding, byte[] json, int from, int to) {
        var known = known(encoding, json, from, to);
        if (known >= 0) {
            return known;
        }
        long tokens;
        if (isPlain(json, from, to)) {
            tokens = tokenizers.count(encoding, json, from, to);
        } else {
            var text = EscapedText.read(json, from, to).getBytes(StandardCharsets.UTF_8);
            tokens = tokenizers.count(encoding, text, 0, text.length);
        }
        var hash = ContentHash.of(json, from, to);
        cache.set(slotOf(hash), new Counted(hash, encoding, tokens));
        return tokens;
    }

    private static boolean isPlain(byte[] json, int from, int to) {
        for (var at = from; at < to; at++) {
            if (json[at] < 0 || json[at] == '\\') {
                return false;
            }
        }
        return true;
    }

    /** Tokens of a whole text; of a very long one the rest is estimated. */
    long countAll(Encoding encoding, byte[] json, int from, int to) {
        var sum = 0L;
        var densest = 0.0;
        var at = from;
        while (at < to && at - from < EXACT_BYTES) {
            var found = end(json, at, to);
            var end = found < 0 ? to : found;
            var tokens = count(encoding, json, at, end);
            densest = Math.max(densest, (double) tokens / (end - at));
            sum += tokens;
            at = end;
        }
        return sum + (long) Math.ceil((to - at) * densest);
    }
}
