package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.arrival.ByteBudget;
import dev.sluice.dataplane.call.ReservedCall;
import io.vertx.core.Context;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;

/** Fetches media for the calls of one event loop. */
public final class MediaFetcher {
    private static final int MOST_HEADER_BYTES = 16 * 1024;
    private static final int CONNECTIONS_PER_ADDRESS = 32;
    private static final int WAITING_PER_ADDRESS = 256;

    private final MediaDownload.Parts parts;
    private final ByteBudget budget;

    /**
     * What all event loops of a node share.
     *
     * @param budget of bytes that the node may hold for requests
     */
    public record Rules(
            NameLookup names,
            ReachableAddresses reachable,
            FetchLimits limits,
            ByteBudget budget) {}

    /** Must be called on the event loop. */
    public MediaFetcher(Context context, Rules rules) {
        var pool =
                new PoolOptions()
                        .setHttp1MaxSize(CONNECTIONS_PER_ADDRESS)
                        .setMaxWaitQueueSize(WAITING_PER_ADDRESS);
        var client = context.owner().httpClientBuilder().with(options()).with(pool).build();
        this.parts =
                new MediaDownload.Parts(
                        context, client, rules.names(), rules.reachable(), rules.limits());
        this.budget = rules.budget();
    }

    /** Every connection serves once: none is found again by a host of another address. */
    static HttpClientOptions options() {
        return new HttpClientOptions()
                .setKeepAlive(false)
                .setPipelining(false)
                .setDecompressionSupported(false)
                .setMaxHeaderSize(MOST_HEADER_BYTES)
                .setVerifyHost(true);
    }

    /** For one call and all its tries; it must be closed at the call's end. */
    public CallMedia of(ReservedCall reserved) {
        return new CallMedia(parts, budget, reserved);
    }
}
