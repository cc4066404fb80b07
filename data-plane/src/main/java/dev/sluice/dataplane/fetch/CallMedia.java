package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.arrival.ByteBudget;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.media.FetchedMedia;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The media of one call: fetched when a target first needs them, kept for further tries. */
public final class CallMedia {
    private final MediaDownload.Parts parts;
    private final ByteBudget budget;
    private final ReservedCall reserved;
    private FetchedMedia fetched = FetchedMedia.NONE;
    private @Nullable GatewayFailure failed;
    private @Nullable MediaBatch batch;
    private long heldBytes;
    private boolean closed;

    CallMedia(MediaDownload.Parts parts, ByteBudget budget, ReservedCall reserved) {
        this.parts = parts;
        this.budget = budget;
        this.reserved = reserved;
    }

    /**
     * The call with what this candidate needs. Fails with {@link GatewayFailure} that names the
     * medium which cannot be had.
     */
    public Future<ReservedCall> readyFor(Candidate candidate, Dialect dialect) {
        var kinds = kinds(candidate, dialect);
        if (kinds.isEmpty()) {
            return Future.succeededFuture(reserved);
        }
        if (failed != null) {
            return Future.failedFuture(failed);
        }
        try {
            var missing = missing(kinds);
            return missing.isEmpty()
                    ? Future.succeededFuture(reserved.with(fetched))
                    : fetch(missing);
        } catch (GatewayFailure unreadable) {
            return Future.failedFuture(unreadable);
        }
    }

    /** What the target takes as bytes alone, where it may be fetched at all. */
    private Set<Kind> kinds(Candidate candidate, Dialect dialect) {
        var call = reserved.call();
        return Boolean.TRUE.equals(candidate.policies().fetchMedia())
                        && call.operation() == Operation.CHAT
                        && call.dialect() != dialect
                ? Codecs.of(dialect).requests().inlineOnly()
                : Set.of();
    }

    private Map<String, Kind> missing(Set<Kind> kinds) {
        var call = reserved.call();
        var request = Codecs.of(call.dialect()).requests().read(call.door(), call.body());
        var missing = new LinkedHashMap<>(FetchedMedia.addresses(request, kinds));
        missing.keySet()
                .removeIf(address ->
                        fetched.byAddress().containsKey(address) || !MediaAddress.isWeb(address));
        return missing;
    }

    private Future<ReservedCall> fetch(Map<String, Kind> missing) {
        var begun = new MediaBatch(parts, missing, this::take);
        batch = begun;
        return begun.run()
                .map(media -> {
                    fetched = fetched.and(media);
                    return reserved.with(fetched);
                })
                .recover(cause -> {
                    var why = asFailure(reserved.call(), cause);
                    failed = why;
                    return Future.failedFuture(why);
                });
    }

    private void take(int bytes) {
        if (closed || !budget.take(bytes)) {
            throw new GatewayFailure.Overloaded(
                    "This node holds as many request bytes as it can. Try again.", 1);
        }
        heldBytes += bytes;
    }

    private static GatewayFailure asFailure(Call call, Throwable cause) {
        return switch (cause) {
            case GatewayFailure failure -> failure;
            case MediaBatch.Missing missing -> {
                var place = PlaceInBody.of(call.body().bytes(), missing.address());
                yield new GatewayFailure.Malformed(
                        "The "
                                + (missing.kind() == Kind.IMAGE ? "image" : "document")
                                + " at "
                                + place
                                + " cannot be used: "
                                + missing.why().reason()
                                + ".",
                        place);
            }
            default -> new GatewayFailure.Internal("An image or document could not be fetched.");
        };
    }

    /** Whoever waits for it is told that it failed. */
    public void cancel() {
        if (batch != null) {
            batch.stop();
        }
    }

    /** Gives back what was held; nothing more is fetched. */
    public void close() {
        if (!closed) {
            closed = true;
            cancel();
            budget.give(heldBytes);
        }
    }
}
