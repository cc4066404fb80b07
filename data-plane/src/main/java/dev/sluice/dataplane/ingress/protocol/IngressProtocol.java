package dev.sluice.dataplane.ingress.protocol;

import dev.sluice.dataplane.arrival.Door;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** The doors of one protocol. */
interface IngressProtocol {
    /**
     * What lies behind a path; null where this protocol has no door there.
     *
     * @param path decoded, without a slash at its end
     * @param query empty where there is none
     * @param headers which tell protocols apart that share a path
     */
    @Nullable Found find(String path, String query, MultiMap headers);

    /** The door whose words an error is in where a path looks like this protocol's; else null. */
    @Nullable Door looksLike(String path);

    /** A destination and the method that it takes. */
    record Found(String method, Destination destination) {}
}
