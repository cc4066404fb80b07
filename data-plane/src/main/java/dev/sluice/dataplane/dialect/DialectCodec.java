package dev.sluice.dataplane.dialect;

import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

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

    /** Whether servers leave the input out of their usage. */
    protected boolean mayHideInput() {
        return false;
    }

    /**
     * Whether every server of the dialect says why an answer ended: one that does not say it is not
     * taken for a plain end. Of the other dialects some servers never do.
     */
    public boolean tellsStops() {
        return false;
    }

    /** Whether clients cannot do without a usage. */
    protected boolean needsUsage() {
        return false;
    }

    /**
     * What a server told of its usage, for the books. Nobody reads nothing, so where servers hide
     * it no input means not told: there the gateway's own count stands.
     */
    public final @Nullable TokenUsage told(@Nullable TokenUsage usage, OutputText output) {
        return usage != null && usage.input() == 0 && mayHideInput()
                ? TokenUsage.of(output.counted().input(), usage.output())
                : usage;
    }

    /** What a caller is told: the gateway's own count where there must be one. */
    public final @Nullable TokenUsage shown(@Nullable TokenUsage told, OutputText output) {
        return told == null && needsUsage() ? output.counted() : told;
    }
}
