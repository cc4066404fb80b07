package dev.sluice.dataplane.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.IdentityHashMap;

/**
 * Closes connections on which no request is under way for too long: idle ones, and those that send
 * a head byte by byte. One for each event loop.
 */
final class IdleConnections {
    private static final long MOST_IDLE_NANOS = 75_000_000_000L;
    private static final long FIRST_REQUEST_NANOS = 20_000_000_000L;
    private static final long PERIOD_MS = 2_000;

    private static final class Use {
        int requests;
        int served;
        long since = System.nanoTime();
    }

    private final IdentityHashMap<HttpConnection, Use> uses = new IdentityHashMap<>();

    IdleConnections(Vertx vertx) {
        vertx.setPeriodic(PERIOD_MS, ignored -> closeIdle());
    }

    void opened(HttpConnection connection) {
        uses.put(connection, new Use());
        connection.closeHandler(ignored -> uses.remove(connection));
    }

    void began(HttpConnection connection) {
        var use = uses.get(connection);
        if (use != null) {
            use.requests++;
        }
    }

    void ended(HttpConnection connection) {
        var use = uses.get(connection);
        if (use != null) {
            use.requests--;
            use.served++;
            use.since = System.nanoTime();
        }
    }

    private void closeIdle() {
        var now = System.nanoTime();
        for (var entry : new ArrayList<>(uses.entrySet())) {
            var use = entry.getValue();
            var most = use.served == 0 ? FIRST_REQUEST_NANOS : MOST_IDLE_NANOS;
            if (use.requests <= 0 && now - use.since > most) {
                entry.getKey().close();
            }
        }
    }
}
