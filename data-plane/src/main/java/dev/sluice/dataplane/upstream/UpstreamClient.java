package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange;
import dev.sluice.dataplane.upstream.token.NoToken;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The HTTP client of one event loop: an upstream's connection lives where its caller's does. */
public final class UpstreamClient {
    private static final int CONNECTIONS_PER_ADDRESS = 4096;
    private static final int WAITING_PER_ADDRESS = 1024;
    private static final int IDLE_SECONDS = 50;
    private static final long ASK_TIMEOUT_MS = 10_000;
    private static final int MOST_ASKED_BYTES = 64 * 1024;

    private final HttpClientAgent client;
    private final Set<HttpConnection> usedBefore = Collections.newSetFromMap(new WeakHashMap<>());

    public UpstreamClient(Vertx vertx) {
        var options =
                new HttpClientOptions()
                        .setTcpNoDelay(true)
                        .setTcpKeepAlive(true)
                        .setKeepAlive(true)
                        .setKeepAliveTimeout(IDLE_SECONDS)
                        .setPipelining(false)
                        .setDecompressionSupported(true)
                        .setMaxHeaderSize(64 * 1024);
        var pool =
                new PoolOptions()
                        .setHttp1MaxSize(CONNECTIONS_PER_ADDRESS)
                        .setMaxWaitQueueSize(WAITING_PER_ADDRESS);
        client = vertx.httpClientBuilder().with(options).with(pool).build();
    }

    /** Sends a request; what comes of it is told by the exchange. */
    void send(
            Exchange exchange,
            UpstreamAddress address,
            String path,
            Consumer<MultiMap> headers,
            Buffer body,
            long connectMs) {
        var options =
                new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(address.host())
                        .setPort(address.port())
                        .setSsl(address.tls())
                        .setURI(path)
                        .setConnectTimeout(connectMs)
                        .setFollowRedirects(false);
        client.request(options)
                .onComplete(made -> {
                    if (made.succeeded()) {
                        transmitOrFail(exchange, made.result(), headers, body);
                    } else {
                        exchange.unreached(describe(made.cause()), false);
                    }
                });
    }

    /** What a token endpoint said. */
    record SmallAnswer(int status, String body) {}

    /** Asks for a token. */
    Future<SmallAnswer> post(TokenExchange.Ask ask) {
        var options = new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(ask.url());
        options.setTimeout(ASK_TIMEOUT_MS).putHeader("accept", "application/json");
        if (!ask.form().isEmpty()) {
            options.putHeader("content-type", "application/x-www-form-urlencoded");
        }
        ask.headers().forEach(options.getHeaders()::set);
        return client.request(options)
                .compose(request ->
                        request.send(ask.form())
                                .compose(UpstreamClient::small)
                                .timeout(ASK_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                                .onFailure(ignored -> request.reset()));
    }

    private static Future<SmallAnswer> small(HttpClientResponse response) {
        var done = Promise.<SmallAnswer>promise();
        var body = Buffer.buffer();
        response.exceptionHandler(done::tryFail);
        response.handler(chunk -> {
            if (body.length() + chunk.length() > MOST_ASKED_BYTES) {
                done.tryFail(new NoToken(NoToken.Why.ODD));
            } else {
                body.appendBuffer(chunk);
            }
        });
        response.endHandler(ignored ->
                done.tryComplete(new SmallAnswer(response.statusCode(), body.toString())));
        return done.future();
    }

    /** A header that HTTP cannot carry, for instance: the exchange ends, the call moves on. */
    private void transmitOrFail(
            Exchange exchange, HttpClientRequest request, Consumer<MultiMap> headers, Buffer body) {
        try {
            transmit(exchange, request, headers, body);
        } catch (RuntimeException unsendable) {
            request.reset();
            exchange.unreached("the request cannot be sent: " + unsendable.getMessage(), false);
        }
    }

    private void transmit(
            Exchange exchange, HttpClientRequest request, Consumer<MultiMap> headers, Buffer body) {
        exchange.sent(request);
        if (exchange.isCancelled()) {
            return;
        }
        var stale = !usedBefore.add(request.connection());
        headers.accept(request.headers());
        request.exceptionHandler(lost -> exchange.unreached(describe(lost), stale));
        request.response()
                .onComplete(came -> {
                    if (came.succeeded()) {
                        var response = came.result();
                        response.pause();
                        exchange.answered(new UpstreamReply(request, response));
                    } else {
                        exchange.unreached(describe(came.cause()), stale);
                    }
                });
        request.end(body);
    }

    /** Without addresses or paths, which the caller must not see. */
    private static String describe(@Nullable Throwable cause) {
        if (cause instanceof ConnectTimeoutException) {
            return "no connection in time";
        }
        if (cause instanceof ConnectException) {
            return "connection refused";
        }
        if (cause instanceof UnknownHostException) {
            return "unknown host";
        }
        if (cause instanceof SSLException) {
            return "TLS failed";
        }
        if (cause instanceof HttpClosedException || cause instanceof IOException) {
            return "the connection was closed";
        }
        return cause == null ? "no connection" : cause.getClass().getSimpleName();
    }
}
