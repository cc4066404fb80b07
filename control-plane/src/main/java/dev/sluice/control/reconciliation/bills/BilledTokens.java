package dev.sluice.control.reconciliation.bills;

/**
 * Tokens as both sides can tell them.
 *
 * @param input all of it, cached and written too
 * @param cacheWrite of every length of life
 */
public record BilledTokens(long input, long cachedInput, long cacheWrite, long output) {
    public static final BilledTokens NONE = new BilledTokens(0, 0, 0, 0);

    public BilledTokens plus(BilledTokens other) {
        return new BilledTokens(
                Math.addExact(input, other.input),
                Math.addExact(cachedInput, other.cachedInput),
                Math.addExact(cacheWrite, other.cacheWrite),
                Math.addExact(output, other.output));
    }

    public BilledTokens minus(BilledTokens other) {
        return new BilledTokens(
                input - other.input,
                cachedInput - other.cachedInput,
                cacheWrite - other.cacheWrite,
                output - other.output);
    }

    public long total() {
        return Math.addExact(input, output);
    }
}
