package dev.sluice.simulator.wire;

/** Lays the frames of one stream out as bytes. */
public interface Wire {
    byte[] NOTHING = {};

    String contentType();

    byte[] bytes(Frame frame);

    /** What stands after the last frame. */
    default byte[] end() {
        return NOTHING;
    }
}
