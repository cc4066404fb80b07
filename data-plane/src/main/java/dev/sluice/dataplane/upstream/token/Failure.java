package dev.sluice.dataplane.upstream.token;

/**
 * That a secret could not be exchanged, and until when nobody asks again.
 *
 * @param strikes how often in a row
 */
record Failure(NoToken.Why why, int strikes, long untilMs) {
    NoToken told(long nowMs) {
        return new NoToken(why, Math.max(0, untilMs - nowMs));
    }
}
