package dev.sluice.dataplane.quota.store;

/** The shared store did not answer. It may still have done what it was asked, unless it was not. */
public final class StoreAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean sent;

    public StoreAwayException(String message, boolean sent) {
        super(message, null, false, false);
        this.sent = sent;
    }

    /** Whether the command had left, so that it may have been carried out. */
    public boolean sent() {
        return sent;
    }
}
