package dev.sluice.dataplane.dialect.lane;

/** A whole reply on its way to the caller. */
@FunctionalInterface
public interface UnaryLane {
    /**
     * What the body is, and what the caller gets; never fails. Of a call that takes several
     * requests the bodies are read in their order.
     */
    ReplyBody read(byte[] body);
}
