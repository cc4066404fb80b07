package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.json.ByteSink;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Reads an upstream's body into memory up to a bound. */
public final class BodyCollector {
    /**
     * What was read.
     *
     * @param whole false: there is more, and the body is paused again
     */
    public record Collected(byte[] bytes, boolean whole) {}

    private BodyCollector() {}

    /** Fails where the connection breaks before the body's end. */
    public static Future<Collected> collect(UpstreamReply reply, int mostBytes) {
        var sink = new ByteSink();
        var promise = Promise.<Collected>promise();
        var body = reply.body();
        body.exceptionHandler(promise::tryFail);
        body.endHandler(ignored -> promise.tryComplete(new Collected(sink.take(), true)));
        body.handler(buffer -> {
            sink.append(buffer.getBytes());
            if (sink.size() > mostBytes) {
                body.pause();
                promise.tryComplete(new Collected(sink.take(), false));
            }
        });
        body.resume();
        return promise.future();
    }
}
