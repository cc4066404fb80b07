package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.dialect.openai.LargeReply;
import dev.sluice.dataplane.dialect.openai.RequestFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How one answer with pictures, sound or a transcript comes to the caller: as it is, whichever form
 * the upstream has chosen, since servers ignore wishes that a model cannot fulfil.
 */
public final class MediaLane {
    /** A picture above this is relayed as it comes. */
    private static final int PICTURE_BYTES = 1024 * 1024;

    private static final int TEXT_BYTES = 32 * 1024 * 1024;

    private final Call call;
    private final MediaDoor door;
    private final @Nullable String alias;
    private final OutputText output;
    private final boolean masked;
    private final MediaMeter meter = new MediaMeter();
    private String contentType = "";
    private boolean large;

    /**
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     * @param masked whether what a model writes beside pictures may not go out as it is
     */
    public MediaLane(
            Call call, MediaDoor door, @Nullable String alias, OutputText output, boolean masked) {
        this.masked = masked;
        this.call = call;
        this.door = door;
        this.alias = alias;
        this.output = output;
    }

    /** What the upstream says that its answer is; before all others. */
    public void answered(@Nullable String type) {
        contentType = type == null ? "" : type.toLowerCase(Locale.ROOT);
    }

    public boolean isStream() {
        return contentType.isEmpty()
                ? call.envelope().stream()
                : contentType.startsWith("text/event-stream");
    }

    public ReplyStream stream(ReplyContext context) {
        var streams = new MediaStreams(meter, call.envelope().choices());
        return new PatchedStream(MediaCodec.of(streams), context, alias, output);
    }

    public UnaryLane unary() {
        var format = RequestFields.text(call.body(), "response_format");
        var reply = new MediaReply(door, format, alias, meter, output);
        return masked && door.makesPictures() ? new WordlessPictures(reply) : reply;
    }

    /** Sound goes on as it comes, for nothing in it is the gateway's business. */
    private boolean isSound() {
        return door.makesSound()
                && !contentType.contains("json")
                && !contentType.startsWith("text/");
    }

    /** The most of an answer that is held; a larger one is relayed as it comes. */
    public int mostWholeBytes() {
        return isSound() ? 0 : door.makesPictures() && !masked ? PICTURE_BYTES : TEXT_BYTES;
    }

    public boolean mayBeLarge(byte[] start) {
        large = isSound() || (door.makesPictures() && !masked && LargeReply.looksRight(start));
        return large;
    }

    /** How much of the end is kept back to be read. */
    public int tailBytes() {
        return isSound() ? 0 : LargeReply.TAIL_BYTES;
    }

    /** What the caller is told the answer is. */
    public String type(@Nullable String sent) {
        return sent == null || door.makesPictures() ? "application/json" : sent;
    }

    /** Whether the answer is an object, which tells usage and model. */
    public boolean isObject() {
        return !isSound();
    }

    /**
     * What the answer made or heard beside tokens; of a picture too large to be read, what was
     * asked.
     */
    public MediaCount media() {
        if (large && door.makesPictures()) {
            return new MediaCount(call.envelope().choices(), 0, 0);
        }
        if (door.makesSound()) {
            return new MediaCount(0, 0, SpeechLength.tokens(call));
        }
        return meter.count(door.makesTranscripts() ? call.soundMs() : 0);
    }
}
