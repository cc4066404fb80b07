package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.JsonPlaces;
import org.jspecify.annotations.Nullable;

/**
 * A whole reply between two that speak the same dialect: it goes on as it came but for the model's
 * name, and is read beside it for the books.
 */
public final class PatchedReply implements UnaryLane {
    private final DialectCodec codec;
    private final @Nullable String alias;
    private final OutputText output;

    /**
     * @param alias the name to put for the upstream's model; null leaves the upstream's
     */
    public PatchedReply(DialectCodec codec, @Nullable String alias, OutputText output) {
        this.codec = codec;
        this.alias = alias;
        this.output = output;
    }

    @Override
    public ReplyBody read(byte[] body) {
        try {
            var reply = codec.replies().read(body);
            var patch = new JsonPatch();
            var place =
                    alias == null
                            ? null
                            : JsonPlaces.find(body, 0, body.length, codec.replies().modelPath());
            if (alias != null && place != null) {
                patch.replace(place.from(), place.to(), ForeignJson.quoted(alias));
            }
            var told = reply.withUsage(codec.told(reply.usage(), output));
            return ReplyTally.of(told, output, () -> patch.apply(body, 0, body.length));
        } catch (UnreadableReply unreadable) {
            return ReplyTally.of(unreadable);
        }
    }
}
