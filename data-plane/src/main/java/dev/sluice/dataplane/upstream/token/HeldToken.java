package dev.sluice.dataplane.upstream.token;

/** A token and the time in which it may be shown. */
public record HeldToken(String value, long fetchedAtMs, long endsAtMs) {
    /** A call on its way must still arrive: this part of the life, at most the longest margin. */
    private static final int MARGIN_PART = 20;

    private static final long MOST_MARGIN_MS = 30_000;

    long lifeMs() {
        return endsAtMs - fetchedAtMs;
    }

    boolean isUsable(long nowMs) {
        return nowMs < endsAtMs - Math.min(lifeMs() / MARGIN_PART, MOST_MARGIN_MS);
    }

    @Override
    public String toString() {
        return "HeldToken[until " + endsAtMs + "]";
    }
}
