package dev.sluice.dataplane.dialect.sse;

/** An event grew beyond what the gateway buffers. */
public final class EventTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EventTooLarge(int mostBytes) {
        super("an event is larger than " + mostBytes + " bytes", null, false, false);
    }
}
