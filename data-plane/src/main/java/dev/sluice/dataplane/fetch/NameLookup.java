package dev.sluice.dataplane.fetch;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** The addresses of a host; of an address in digits, that address. */
@FunctionalInterface
public interface NameLookup {
    Future<List<InetAddress>> of(String host);

    /** By the node's own resolver, off no thread's time. */
    static NameLookup by(Vertx vertx) {
        return host -> {
            Promise<List<InetSocketAddress>> found = Promise.promise();
            ((VertxInternal) vertx).nameResolver().resolveAll(host, found::handle);
            return found.future()
                    .map(all -> all.stream().map(InetSocketAddress::getAddress).toList());
        };
    }
}
