package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.json.ByteSink;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/**
 * Carries a unary reply that is too large to be held: as it comes, with back-pressure. Only its
 * last bytes are kept back, since they often hold the model's name and the usage.
 */
public final class LargeRelay {
    private final CallerChannel caller;
    private final UpstreamReply reply;
    private final int tailBytes;
    private final Promise<Ended> promise = Promise.promise();
    private final ByteSink held = new ByteSink();
    private boolean over;

    /** How it ended. */
    public enum How {
        WHOLE,
        BROKEN,
        CALLER_LEFT
    }

    /**
     * The end of a large reply.
     *
     * @param tail the last bytes, not sent yet
     */
    public record Ended(How how, byte[] tail) {}

    /**
     * The caller's head must have been begun.
     *
     * @param tailBytes how much of the end is kept back at least
     */
    public LargeRelay(CallerChannel caller, UpstreamReply reply, int tailBytes) {
        this.caller = caller;
        this.reply = reply;
        this.tailBytes = tailBytes;
    }

    /** Never fails. */
    public Future<Ended> run(byte[] start) {
        caller.onGone(() -> finish(How.CALLER_LEFT));
        var body = reply.body();
        body.exceptionHandler(ignored -> finish(How.BROKEN));
        body.endHandler(ignored -> finish(How.WHOLE));
        body.handler(this::onRead);
        take(start);
        body.resume();
        return promise.future();
    }

    private void onRead(Buffer buffer) {
        if (over) {
            return;
        }
        take(buffer.getBytes());
        if (caller.isFull()) {
            reply.body().pause();
            caller.onDrained(() -> {
                caller.onDrained(null);
                reply.body().resume();
            });
        }
    }

    private void take(byte[] bytes) {
        held.append(bytes);
        var ready = held.size() - tailBytes;
        if (ready < tailBytes || ready == 0) {
            return;
        }
        caller.write(Arrays.copyOf(held.array(), ready));
        var tail = Arrays.copyOfRange(held.array(), ready, held.size());
        held.clear();
        held.append(tail);
    }

    private void finish(How how) {
        if (over) {
            return;
        }
        over = true;
        if (how != How.WHOLE) {
            reply.cancel();
        }
        promise.complete(new Ended(how, held.take()));
    }
}
