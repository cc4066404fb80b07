package dev.sluice.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/** Streams that stay open, each on a connection of its own, until all are closed. */
final class OpenStreams {
    private static final int OPENED_AT_A_TIME = 16;
    private static final long CALM_MS = 2_000;
    private static final long AGAIN_MS = 1_000;

    private final Vertx vertx;
    private final Context context;
    private final HttpClient client;
    private final RequestOptions options;
    private final Buffer body;
    private int wanted;
    private int begun;
    private int sent;
    private int ended;
    private int refusals;
    private long lastByteNanos = System.nanoTime();
    private Promise<Void> opened = Promise.promise();

    OpenStreams(Vertx vertx, Target target, HeldStream kind, int most) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.body = Buffer.buffer(kind.body());
        this.client =
                vertx.createHttpClient(
                        new HttpClientOptions().setTcpNoDelay(true),
                        new PoolOptions().setHttp1MaxSize(most).setEventLoopSize(1));
        this.options =
                new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(target.host())
                        .setPort(target.port())
                        .setURI(kind.uri())
                        .putHeader("Authorization", "Bearer " + target.key())
                        .putHeader("Content-Type", "application/json");
    }

    /**
     * Opens what lacks to so many; completes when all have begun and nothing more came for a while.
     * Fails when one did not begin, or ended.
     */
    Future<Void> growTo(int streams) {
        opened = Promise.promise();
        context.runOnContext(_ -> {
            wanted = streams;
            openMore();
        });
        return opened.future().compose(_ -> calm());
    }

    private void openMore() {
        while (sent < wanted && sent - begun < OPENED_AT_A_TIME) {
            sent++;
            // Handlers are set in the turn that brings the head: what comes with it is not missed.
            client.request(options)
                    .compose(request -> request.send(body).compose(this::onHead))
                    .onFailure(opened::tryFail);
        }
        if (begun == wanted) {
            opened.tryComplete();
        }
    }

    private Future<Void> onHead(HttpClientResponse response) {
        if (response.statusCode() != 200) {
            return response.body()
                    .onSuccess(said -> refused(response.statusCode(), said))
                    .mapEmpty();
        }
        var first = new boolean[] {true};
        response.handler(_ -> {
            lastByteNanos = System.nanoTime();
            if (first[0]) {
                first[0] = false;
                begun++;
                openMore();
            }
        });
        response.exceptionHandler(_ -> ended++);
        response.endHandler(_ -> ended++);
        return Future.succeededFuture();
    }

    /** A node that is still cold, or whose machine is busy, is asked again later. */
    private void refused(int status, Buffer said) {
        if (++refusals > wanted) {
            opened.tryFail(new IllegalStateException(status + " " + said));
            return;
        }
        vertx.setTimer(
                AGAIN_MS,
                _ -> {
                    sent--;
                    openMore();
                });
    }

    private Future<Void> calm() {
        Promise<Void> calm = Promise.promise();
        vertx.setPeriodic(
                100,
                timer -> {
                    var stillMs = (System.nanoTime() - lastByteNanos) / 1_000_000;
                    if (ended > 0 || stillMs > CALM_MS) {
                        vertx.cancelTimer(timer);
                        if (ended > 0) {
                            calm.fail(new IllegalStateException(ended + " streams have ended"));
                        } else {
                            calm.complete();
                        }
                    }
                });
        return calm.future();
    }

    Future<Void> close() {
        return client.close();
    }
}
