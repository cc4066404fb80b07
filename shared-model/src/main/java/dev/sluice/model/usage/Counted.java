package dev.sluice.model.usage;

/** The gateway's own token count of a call, kept beside the upstream's. */
public record Counted(long input, long output) {
    public static final Counted NONE = new Counted(0, 0);
}
