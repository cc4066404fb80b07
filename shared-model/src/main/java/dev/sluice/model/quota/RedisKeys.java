package dev.sluice.model.quota;

import java.time.Instant;
import java.util.UUID;

/**
 * The names of everything in Redis. All keys of a tenant carry the tenant as hash tag, so that one
 * script reaches them in a cluster; the limits of attempts share a tag of their own.
 */
public final class RedisKeys {
    /** Names the life of the store's content; its absence says that the content was lost. */
    public static final String EPOCH = "sluice:epoch";

    /**
     * The run of the server that the epoch began on. Another one, after a restart or a fail-over,
     * may lack what was written last.
     */
    public static final String SERVER = "sluice:server";

    /** Nodes that are up: sorted set of node ids by the millisecond at which they count as gone. */
    public static final String NODES = "sluice:nodes";

    private static final String ATTEMPTS = "sluice:{attempts}:";

    private static final String TOKENS = "sluice:{tokens}:";

    private RedisKeys() {}

    private static String of(String tenant) {
        return "sluice:{" + tenant + "}:";
    }

    /** String: the epoch in which the tenant's counters are whole. */
    public static String epoch(String tenant) {
        return of(tenant) + "epoch";
    }

    /** String: a sealed answer, by the hash of what it answers. */
    public static String cached(String tenant, String hash) {
        return of(tenant) + "cache:" + hash;
    }

    /** Set of the ids of revoked keys. */
    public static String revoked(String tenant) {
        return of(tenant) + "revoked";
    }

    /** Sorted set of open reservations by the end of their lease, in milliseconds. */
    public static String holds(String tenant) {
        return of(tenant) + "holds";
    }

    /** Sorted set of swept reservations that are not booked yet, by the time of the sweep. */
    public static String swept(String tenant) {
        return holds(tenant) + ":swept";
    }

    /** Sorted set of settled reservations that the ledger has not acknowledged, by time. */
    public static String settled(String tenant) {
        return holds(tenant) + ":settled";
    }

    /** What precedes the id in the key of a reservation's record. */
    public static String recordPrefix(String tenant) {
        return of(tenant) + "res:";
    }

    /** Hash: the record of a reservation. */
    public static String record(String tenant, UUID id) {
        return recordPrefix(tenant) + id;
    }

    /**
     * Hash with the fields {@code spent} and {@code held}, in nano-units or tokens.
     *
     * @param scope path of the owner: the tenant, tenant/app, tenant/app/key …
     * @param budgetId {@link Budget#id()}
     */
    public static String budget(String tenant, String scope, String budgetId, Instant windowStart) {
        return of(tenant) + "budget:" + scope + ":" + budgetId + ":" + windowStart.getEpochSecond();
    }

    /**
     * Names the bucket of requests a minute; it lies in the hash that is named without the last
     * part, beside that of tokens.
     */
    public static String requestRate(String tenant, String scope) {
        return of(tenant) + "rate:" + scope + ":requests";
    }

    /** Names the bucket of tokens a minute, likewise. */
    public static String tokenRate(String tenant, String scope) {
        return of(tenant) + "rate:" + scope + ":tokens";
    }

    /** Sorted set of calls in flight by the end of their lease. */
    public static String concurrency(String tenant, String scope) {
        return of(tenant) + "busy:" + scope;
    }

    /** String: a sealed token that a secret was exchanged for, by the hash of both. */
    public static String token(String hash) {
        return TOKENS + hash;
    }

    /** String: which node asks for that token just now. */
    public static String tokenLease(String hash) {
        return token(hash) + ":lease";
    }

    /** String: that it could not be had, and until when nobody needs to ask again. */
    public static String tokenFailure(String hash) {
        return token(hash) + ":failure";
    }

    /** A limit of attempts: {@code owner} is {@code upstream/<name>} or {@code alias/<name>}. */
    public static String attemptRequestRate(String owner) {
        return ATTEMPTS + "rate:" + owner + ":requests";
    }

    public static String attemptTokenRate(String owner) {
        return ATTEMPTS + "rate:" + owner + ":tokens";
    }

    public static String attemptConcurrency(String owner) {
        return ATTEMPTS + "busy:" + owner;
    }

    /**
     * When a budget's counters may vanish: well after the window, so that calls that outlive it
     * still settle there.
     */
    public static long budgetExpiresAtSeconds(Instant windowEnd) {
        return windowEnd.getEpochSecond() + 2 * 24 * 3600;
    }
}
