package dev.sluice.dataplane.dialect;

import org.jspecify.annotations.Nullable;

/** A body that is no reply of its dialect. */
public final class UnreadableReply extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable UpstreamSaid said;

    private UnreadableReply(String reason, @Nullable UpstreamSaid said) {
        super(reason, null, false, false);
        this.said = said;
    }

    /** The reason continues "the upstream sent". */
    public static UnreadableReply because(String reason) {
        return new UnreadableReply(reason, null);
    }

    /** An error inside a success. */
    public static UnreadableReply error(UpstreamSaid said) {
        return new UnreadableReply("an error", said);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }

    /** The upstream's error; null where the body is no reply for another reason. */
    public @Nullable UpstreamSaid said() {
        return said;
    }
}
