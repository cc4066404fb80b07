package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.quota.rule.AdmitReply.InUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code x-ratelimit-*} headers of the tightest rates: the figure a minute, what of it is not
 * in use, and when nothing will be.
 */
public final class RateHeaders {
    public static final RateHeaders NONE = new RateHeaders(null, null);

    private final @Nullable Tightest requests;
    private final @Nullable Tightest tokens;

    private record Tightest(Rule.Rate rate, long used) {
        long remaining() {
            return Math.max(0, rate.perMinute() - used);
        }

        long resetMs() {
            return (long) Math.ceil(used * 60_000.0 / rate.perMinute());
        }
    }

    private RateHeaders(@Nullable Tightest requests, @Nullable Tightest tokens) {
        this.requests = requests;
        this.tokens = tokens;
    }

    public static RateHeaders of(List<Rule> rules, List<InUse> inUse) {
        Tightest requests = null;
        Tightest tokens = null;
        for (var i = 0; i < rules.size(); i++) {
            if (rules.get(i) instanceof Rule.Rate rate) {
                var here = new Tightest(rate, inUse.get(i).units());
                if (rate.tokens()) {
                    tokens = tighter(tokens, here);
                } else {
                    requests = tighter(requests, here);
                }
            }
        }
        return requests == null && tokens == null ? NONE : new RateHeaders(requests, tokens);
    }

    private static Tightest tighter(@Nullable Tightest one, Tightest other) {
        return one == null || other.remaining() < one.remaining() ? other : one;
    }

    public Map<String, String> asAdmitted() {
        return write(tokens);
    }

    /** When the estimate has been replaced by what the call really used. */
    public Map<String, String> after(long usedTokens) {
        var held = tokens;
        return write(
                held == null
                        ? null
                        : new Tightest(
                                held.rate(),
                                Math.max(0, held.used() - held.rate().amount() + usedTokens)));
    }

    private Map<String, String> write(@Nullable Tightest tokensNow) {
        if (requests == null && tokensNow == null) {
            return Map.of();
        }
        var headers = HashMap.<String, String>newHashMap(6);
        put(headers, "requests", requests);
        put(headers, "tokens", tokensNow);
        return headers;
    }

    private static void put(Map<String, String> headers, String unit, @Nullable Tightest of) {
        if (of != null) {
            headers.put("x-ratelimit-limit-" + unit, Long.toString(of.rate().perMinute()));
            headers.put("x-ratelimit-remaining-" + unit, Long.toString(of.remaining()));
            headers.put("x-ratelimit-reset-" + unit, duration(of.resetMs()));
        }
    }

    /** As the SDKs of the field read it: {@code 120ms}, {@code 7s}, {@code 1m30s}. */
    private static String duration(long ms) {
        if (ms < 1_000) {
            return ms + "ms";
        }
        var seconds = Math.ceilDiv(ms, 1_000L);
        return seconds < 60 ? seconds + "s" : seconds / 60 + "m" + seconds % 60 + "s";
    }
}
