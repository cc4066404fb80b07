package dev.sluice.bench;

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
import java.nio.charset.StandardCharsets;

/** Makes calls of one workload to one target and checks that each answer is whole. */
final class LoadClient {
    private static final byte[] DONE = "data: [DONE]".getBytes(StandardCharsets.US_ASCII);

    private final HttpClient client;
    private final RequestOptions options;
    private final Buffer body;
    private final Workload workload;

    LoadClient(Vertx vertx, Target target, Workload workload, int connections) {
        this.workload = workload;
        this.body = Buffer.buffer(workload.body(target.model()));
        this.client =
                vertx.createHttpClient(
                        new HttpClientOptions().setTcpNoDelay(true).setKeepAlive(true),
                        new PoolOptions().setHttp1MaxSize(connections).setEventLoopSize(1));
        this.options =
                new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(target.host())
                        .setPort(target.port())
                        .setURI("/v1/chat/completions")
                        .putHeader("Authorization", "Bearer " + target.key())
                        .putHeader("Content-Type", "application/json");
    }

    /** One call; the future never fails, what went wrong is in the sample. */
    Future<Void> call(Sample sample) {
        long began = System.nanoTime();
        return client.request(options)
                .compose(request ->
                        request.send(body).compose(response -> read(response, sample, began)))
                .recover(failure -> {
                    sample.error(String.valueOf(failure));
                    return Future.succeededFuture();
                });
    }

    private Future<Void> read(HttpClientResponse response, Sample sample, long began) {
        Promise<Void> read = Promise.promise();
        Answer answer = new Answer();
        response.handler(part -> {
            if (answer.bytes == 0) {
                sample.firstByte.add(System.nanoTime() - began);
            }
            answer.take(part);
        });
        response.exceptionHandler(read::tryFail);
        response.endHandler(_ -> {
            sample.calls++;
            sample.whole.add(System.nanoTime() - began);
            sample.chunks += workload.chunks();
            if (response.statusCode() != 200) {
                sample.error(response.statusCode() + " " + answer.tail);
            } else if (workload.stream() && !answer.endsWithDone()) {
                sample.error("a stream without [DONE]: " + answer.tail);
            }
            read.tryComplete();
        });
        return read.future();
    }

    Future<Void> close() {
        return client.close();
    }

    /** How much came, and the last of it. */
    private static final class Answer {
        private static final int TAIL_BYTES = 400;
        private long bytes;
        private Buffer tail = Buffer.buffer();

        void take(Buffer part) {
            bytes += part.length();
            if (part.length() >= TAIL_BYTES) {
                tail = part.slice(part.length() - TAIL_BYTES, part.length());
            } else {
                Buffer both = tail.copy().appendBuffer(part);
                tail = both.slice(Math.max(0, both.length() - TAIL_BYTES), both.length());
            }
        }

        boolean endsWithDone() {
            return tail.toString(StandardCharsets.US_ASCII)
                    .contains(new String(DONE, StandardCharsets.US_ASCII));
        }
    }
}
