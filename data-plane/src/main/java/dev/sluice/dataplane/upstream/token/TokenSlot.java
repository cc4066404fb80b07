package dev.sluice.dataplane.upstream.token;

import io.vertx.core.Promise;
import org.jspecify.annotations.Nullable;

/** What a node knows of one secret's token. Changed under its own lock. */
final class TokenSlot {
    /** So long after it was fetched a token that is refused says something of the secret. */
    private static final long PROVEN_MS = 30_000;

    private final String hash;
    private @Nullable HeldToken held;
    private long dueAtMs;
    private @Nullable String refused;
    private @Nullable Failure failure;
    private long quietUntilMs;
    private @Nullable Promise<HeldToken> round;

    TokenSlot(String hash) {
        this.hash = hash;
    }

    /** Names the token in the shared store. */
    String hash() {
        return hash;
    }

    /** What a call gets. */
    sealed interface Turn {
        /** The token is there. */
        record Serve(HeldToken token) implements Turn {}

        /** The token is there and must be fetched again: by whoever was told so. */
        record Renew(HeldToken token, Promise<HeldToken> round) implements Turn {}

        /** Nothing is there: whoever was told so fetches. */
        record Fetch(Promise<HeldToken> round) implements Turn {}

        /** Somebody fetches. */
        record Await(Promise<HeldToken> round) implements Turn {}

        /** It could not be had a moment ago. */
        record Rest(Failure failure) implements Turn {}
    }

    synchronized Turn turn(long nowMs) {
        var have = usable(nowMs);
        if (have != null && (round != null || nowMs < Math.max(dueAtMs, quietUntilMs))) {
            return new Turn.Serve(have);
        }
        if (round != null) {
            return new Turn.Await(round);
        }
        if (have == null && failure != null && nowMs < failure.untilMs()) {
            return new Turn.Rest(failure);
        }
        var begun = Promise.<HeldToken>promise();
        round = begun;
        return have == null ? new Turn.Fetch(begun) : new Turn.Renew(have, begun);
    }

    synchronized @Nullable HeldToken usable(long nowMs) {
        return held != null && held.isUsable(nowMs) ? held : null;
    }

    /** Whether a token that others have fetched is news here. */
    synchronized boolean isNews(@Nullable HeldToken found, long nowMs) {
        return found != null
                && found.isUsable(nowMs)
                && !found.value().equals(refused)
                && (held == null || !found.value().equals(held.value()));
    }

    /** The round has brought a token. */
    synchronized void take(HeldToken token, long dueAt) {
        held = token;
        dueAtMs = dueAt;
        failure = null;
        quietUntilMs = 0;
        round = null;
    }

    synchronized int strikes() {
        return failure == null ? 0 : failure.strikes();
    }

    /** The round has brought none: the old token goes on while it can. */
    synchronized void rest(Failure why) {
        failure = why;
        quietUntilMs = why.untilMs();
        round = null;
    }

    /** Another node asks: what it gets is looked up soon. */
    synchronized void leaveToOthers(long untilMs) {
        quietUntilMs = untilMs;
        round = null;
    }

    /**
     * The upstream says that the token is over.
     *
     * @return whether another one may do; not so where this one was new
     */
    synchronized boolean refuse(String token, long nowMs) {
        if (held == null || !held.value().equals(token)) {
            return true;
        }
        if (nowMs - held.fetchedAtMs() < PROVEN_MS) {
            return false;
        }
        refused = token;
        held = null;
        return true;
    }

    synchronized boolean isFailing(long nowMs) {
        return failure != null && (usable(nowMs) == null || nowMs < failure.untilMs());
    }

    /** Nobody has used it for as long as a token lives. */
    synchronized boolean isOver(long nowMs) {
        var restsNow = failure != null && nowMs < failure.untilMs();
        return round == null && !restsNow && usable(nowMs) == null;
    }
}
