package dev.sluice.dataplane.ingress;

import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Work that takes the longer the larger a body is: done at once where that is nothing, else beside
 * the event loop, so that no other call waits for it.
 */
public final class BodyWork {
    private final Context context;

    public BodyWork(Context context) {
        this.context = context;
    }

    /**
     * What the work gives; failed with whatever it throws.
     *
     * @param most from how many bytes on it is done beside the loop
     */
    public <T> Future<T> run(byte[] body, int most, Supplier<T> work) {
        if (body.length > most) {
            return context.executeBlocking(work::get, false)
                    .map(done -> Objects.requireNonNull(done, "work gave nothing"));
        }
        try {
            return Future.succeededFuture(work.get());
        } catch (RuntimeException failure) {
            return Future.failedFuture(failure);
        }
    }
}
