package dev.sluice.dataplane.dialect;

/** All that the gateway knows of one wire protocol; a dialect names its four parts. */
public abstract class DialectCodec {
    private final RequestCodec requests;
    private final ReplyCodec replies;
    private final StreamCodec streams;
    private final ErrorCodec errors;

    protected DialectCodec(
            RequestCodec requests, ReplyCodec replies, StreamCodec streams, ErrorCodec errors) {
        this.requests = requests;
        this.replies = replies;
        this.streams = streams;
        this.errors = errors;
    }

    public final RequestCodec requests() {
        return requests;
    }

    public final ReplyCodec replies() {
        return replies;
    }

    public final StreamCodec streams() {
        return streams;
    }

    public final ErrorCodec errors() {
        return errors;
    }

    /**
     * Whether servers leave the input out of their usage: then the gateway's own count fills in.
     */
    public boolean mayHideInput() {
        return false;
    }

    /** Whether clients cannot do without a usage: then one that nobody told is the own count. */
    public boolean needsUsage() {
        return false;
    }
}
