package dev.sluice.dataplane.json;

/** The bytes are no JSON object that can be served; the message tells the caller why. */
public final class MalformedJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public MalformedJson(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
