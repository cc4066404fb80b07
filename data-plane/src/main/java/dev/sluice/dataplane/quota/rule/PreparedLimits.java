package dev.sluice.dataplane.quota.rule;

import dev.sluice.model.quota.Limits;
import dev.sluice.model.quota.RedisKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The limits of one owner with the keys at which their state lies. */
record PreparedLimits(
        Limits limits,
        String owner,
        String requestKey,
        String tokenKey,
        String busyKey,
        @Nullable String tenant,
        String place) {
    private static final long BURST_DIVISOR = 6;

    static PreparedLimits ofTenant(String tenant, String place, String owner, Limits limits) {
        return new PreparedLimits(
                limits,
                owner,
                RedisKeys.requestRate(tenant, place),
                RedisKeys.tokenRate(tenant, place),
                RedisKeys.concurrency(tenant, place),
                tenant,
                place);
    }

    /**
     * Limits that an attempt takes.
     *
     * @param word {@code upstream} or {@code alias}
     */
    static PreparedLimits ofAttempt(String word, String name, Limits limits) {
        return ofAttemptAt(word + "/" + name, word + " " + name, limits);
    }

    private static PreparedLimits ofAttemptAt(String place, String owner, Limits limits) {
        return new PreparedLimits(
                limits,
                owner,
                RedisKeys.attemptRequestRate(place),
                RedisKeys.attemptTokenRate(place),
                RedisKeys.attemptConcurrency(place),
                null,
                place);
    }

    /** The same for one client address; null where the owner has none such. */
    private @Nullable PreparedLimits perIp(String address) {
        var perIp = limits.perIp();
        if (perIp == null) {
            return null;
        }
        var own =
                new Limits(
                        perIp.requestsPerMinute(),
                        perIp.tokensPerMinute(),
                        perIp.concurrent(),
                        perIp.requestsBurst(),
                        perIp.tokensBurst(),
                        null,
                        limits.precision());
        var ownPlace = place + ":ip:" + address;
        var ownName = "client address " + address + " at " + owner;
        return tenant == null
                ? ofAttemptAt(ownPlace, ownName, own)
                : ofTenant(tenant, ownPlace, ownName, own);
    }

    /** What the owner has, and what the client address has there. */
    void addTo(List<Rule> rules, long tokens, String address) {
        addTo(rules, tokens);
        var ofAddress = perIp(address);
        if (ofAddress != null) {
            ofAddress.addTo(rules, tokens);
        }
    }

    private void addTo(List<Rule> rules, long tokens) {
        var requests = limits.requestsPerMinute();
        if (requests != null) {
            var burst = burst(requests, limits.requestsBurst());
            rules.add(
                    new Rule.Rate(
                            requestKey,
                            owner,
                            false,
                            requests,
                            burst,
                            1,
                            limits.takesAhead(),
                            0,
                            0));
        }
        var perMinute = limits.tokensPerMinute();
        if (perMinute != null) {
            var burst = burst(perMinute, limits.tokensBurst());
            rules.add(
                    new Rule.Rate(
                            tokenKey,
                            owner,
                            true,
                            perMinute,
                            burst,
                            tokens,
                            limits.takesAhead(),
                            0,
                            0));
        }
        var concurrent = limits.concurrent();
        if (concurrent != null) {
            rules.add(new Rule.Concurrency(busyKey, owner, concurrent));
        }
    }

    private static long burst(long perMinute, @Nullable Long asked) {
        return Math.max(1, asked != null ? asked : Math.ceilDiv(perMinute, BURST_DIVISOR));
    }
}
