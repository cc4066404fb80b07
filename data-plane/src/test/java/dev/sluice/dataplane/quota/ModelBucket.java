package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.rule.AdmitReply.InUse;
import dev.sluice.dataplane.quota.rule.Rule;
import org.jspecify.annotations.Nullable;

/** The bucket of a rate in the store, as its scripts keep it; all times in nanoseconds. */
final class ModelBucket {
    private static final double MINUTE = 60e9;

    private double fullAt;

    /** How long such a call has to wait. */
    double wait(Rule.Rate rate, long now) {
        var perUnit = MINUTE / rate.perMinute();
        var used = (full(rate, now) - now) / perUnit;
        return (used - (rate.burst() - Math.min(rate.amount(), rate.burst()))) * perUnit;
    }

    private double full(Rule.Rate rate, long now) {
        return Math.max(now, Math.max(fullAt, now) - rate.back() * (MINUTE / rate.perMinute()));
    }

    /** Null where it refuses. */
    @Nullable InUse admit(Rule.Rate rate, long now) {
        if (wait(rate, now) > 1) {
            return null;
        }
        var perUnit = MINUTE / rate.perMinute();
        var full = full(rate, now) + rate.amount() * perUnit;
        var room = (long) Math.floor(rate.burst() / 2.0 - (full - now) / perUnit);
        var ahead = rate.ahead() > 0 ? Math.max(0, Math.min(rate.ahead(), room)) : 0;
        fullAt = full + ahead * perUnit;
        return new InUse(Math.round((fullAt - now) / perUnit), ahead);
    }

    void adjust(Rule.Rate rate, long now, long by) {
        fullAt = Math.max(fullAt, now) + by * (MINUTE / rate.perMinute());
    }
}
