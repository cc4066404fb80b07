package dev.sluice.dataplane.dialect.lane;

/** A whole reply on its way to the caller. */
@FunctionalInterface
public interface UnaryLane {
    /** What the body is, and what the caller gets; never fails. */
    ReplyBody read(byte[] body);
}
