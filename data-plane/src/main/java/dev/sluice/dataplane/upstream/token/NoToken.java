package dev.sluice.dataplane.upstream.token;

/** A secret could not be exchanged. The words are for callers and the log: nothing of either's. */
public final class NoToken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What was wrong, in the order of how long it lasts. */
    public enum Why {
        REFUSED("the token endpoint refuses the gateway's secret", 10_000, 300_000),
        UNFIT(
                "the gateway's secret does not have the form that its exchange needs",
                10_000,
                300_000),
        ODD("the token endpoint's answer holds no token", 1_000, 60_000),
        FAULTY("the token endpoint is out of order", 1_000, 60_000),
        UNREACHED("the token endpoint cannot be reached", 1_000, 60_000),
        OTHERS("another node has been asking for a token for too long", 1_000, 1_000);

        private final String words;
        private final long firstRestMs;
        private final long mostRestMs;

        Why(String words, long firstRestMs, long mostRestMs) {
            this.words = words;
            this.firstRestMs = firstRestMs;
            this.mostRestMs = mostRestMs;
        }

        /** For how long nobody asks again, after the secret has failed that many times before. */
        long restMs(int strikes) {
            return Math.min(firstRestMs << Math.min(strikes, 10), mostRestMs);
        }
    }

    private final Why why;
    private final long restMs;

    NoToken(Why why, long restMs) {
        super(why.words, null, false, false);
        this.why = why;
        this.restMs = restMs;
    }

    /** As the exchange meets it; the rest is set by what happened before. */
    public NoToken(Why why) {
        this(why, 0);
    }

    /** What a failed question comes to. */
    public static NoToken of(Throwable failure) {
        return failure instanceof NoToken known ? known : new NoToken(Why.UNREACHED);
    }

    public Why why() {
        return why;
    }

    /** How long it is no use to try again. */
    public long restMs() {
        return restMs;
    }

    public String words() {
        return why.words;
    }
}
