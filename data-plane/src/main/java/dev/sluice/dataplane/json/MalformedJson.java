package dev.sluice.dataplane.json;

/** The bytes are no JSON object that can be served; the message tells the caller why. */
public final class MalformedJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedJson(String message) {
        super(message, null, false, false);
    }
}
