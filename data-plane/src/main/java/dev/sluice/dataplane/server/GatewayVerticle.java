package dev.sluice.dataplane.server;

import dev.sluice.dataplane.arrival.Arrival;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.identity.AccessAuthorizer;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.ProxyPreface;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.ingress.protocol.Destination;
import dev.sluice.dataplane.ingress.protocol.IngressProtocols;
import dev.sluice.dataplane.pipeline.LoopPipeline;
import dev.sluice.dataplane.relay.CallerChannel;
import dev.sluice.dataplane.relay.FailureWriter;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The gateway's doors on one event loop. */
public final class GatewayVerticle extends VerticleBase {
    private static final int SEND_BUFFER_BYTES = 128 * 1024;
    private static final int MOST_HEADER_BYTES = 32 * 1024;
    private static final int MOST_LINE_BYTES = 8 * 1024;

    private final Doors doors;
    private @Nullable HttpServer server;

    /**
     * What the doors of all event loops share.
     *
     * @param snapshot the newest; null before the first
     * @param bound is told each port that was bound
     */
    public record Doors(
            String host,
            int port,
            NodeLoad load,
            Supplier<@Nullable Snapshot> snapshot,
            LoopPipeline.Shared shared,
            StoppingLoops stopping,
            IntConsumer bound) {}

    public GatewayVerticle(Doors doors) {
        this.doors = doors;
    }

    @Override
    public Future<?> start() {
        var loop = new LoopPipeline(context, doors.shared());
        var idle = new IdleConnections(vertx);
        var options =
                new HttpServerOptions()
                        .setHost(doors.host())
                        .setPort(doors.port())
                        .setTcpNoDelay(true)
                        .setTcpKeepAlive(true)
                        .setSendBufferSize(SEND_BUFFER_BYTES)
                        .setAcceptBacklog(1024)
                        .setMaxHeaderSize(MOST_HEADER_BYTES)
                        .setMaxInitialLineLength(MOST_LINE_BYTES)
                        .setHttp2ClearTextEnabled(false)
                        // No web sockets here: their handlers would look at every request.
                        .setPerFrameWebSocketCompressionSupported(false)
                        .setPerMessageWebSocketCompressionSupported(false)
                        .setHandle100ContinueAutomatically(false);
        var made = vertx.createHttpServer(options);
        server = made;
        doors.stopping().add(context, loop::stopAll, this::stopAccepting);
        return made.connectionHandler(connection -> opened(connection, idle))
                .invalidRequestHandler(request -> refuseInvalid(request, loop.reader()))
                .requestHandler(request -> serve(request, loop, idle))
                .listen()
                .onSuccess(it -> doors.bound().accept(it.actualPort()));
    }

    private void opened(HttpConnection connection, IdleConnections idle) {
        idle.opened(connection);
        if (connection instanceof ConnectionBase it) {
            ProxyPreface.expectOn(it.channel(), doors.shared().limits().addresses());
        }
    }

    /** New connections are refused; those that wait for a next request end. */
    private void stopAccepting(long graceMs) {
        if (server != null) {
            server.shutdown(graceMs, TimeUnit.MILLISECONDS);
        }
    }

    private void serve(HttpServerRequest request, LoopPipeline loop, IdleConnections idle) {
        request.pause();
        var arrival = loop.reader().arrive(request);
        var caller = new CallerChannel(request, arrival, doors.load()::isDraining);
        var connection = request.connection();
        idle.began(connection);
        dispatch(request, loop, caller)
                .onComplete(ignored -> {
                    idle.ended(connection);
                    if (!request.isEnded()) {
                        request.resume();
                    }
                });
    }

    private Future<Void> dispatch(
            HttpServerRequest request, LoopPipeline loop, CallerChannel caller) {
        try {
            var snapshot = doors.snapshot().get();
            if (snapshot != null) {
                CrossOrigin.tell(request, snapshot);
            }
            caller.cameIn(IngressProtocols.looksLike(request));
            if (snapshot != null && CrossOrigin.isPreflight(request)) {
                CrossOrigin.answer(request, caller.arrival(), snapshot);
                return Future.succeededFuture();
            }
            var destination = IngressProtocols.find(request);
            caller.cameIn(destination.door());
            if (snapshot == null) {
                throw new GatewayFailure.Overloaded(
                        "This node has no config yet. Try again in a moment.", 1);
            }
            return switch (destination) {
                case Destination.Models models -> listModels(request, caller, models, snapshot);
                case Destination.TokenCount count ->
                        new TokenCounting(vertx, loop, doors.shared())
                                .answer(request, caller, count.door(), snapshot)
                                .recover(failure -> refuseCount(caller, failure));
                case Destination.Inference inference ->
                        infer(request, loop, caller, inference, snapshot);
            };
        } catch (GatewayFailure refused) {
            refuse(caller, refused);
            return Future.succeededFuture();
        }
    }

    private Future<Void> infer(
            HttpServerRequest request,
            LoopPipeline loop,
            CallerChannel caller,
            Destination.Inference inference,
            Snapshot snapshot) {
        if (!doors.load().enter()) {
            throw new GatewayFailure.Overloaded(
                    "This node carries as many calls as it can. Try again in a moment.", 1);
        }
        return loop.handle(request, caller, inference.door(), snapshot)
                .onComplete(ignored -> doors.load().leave());
    }

    private Future<Void> refuseCount(CallerChannel caller, Throwable cause) {
        if (!(cause instanceof GatewayFailure refused)) {
            return Future.failedFuture(cause);
        }
        refuse(caller, refused);
        return Future.succeededFuture();
    }

    private void refuse(CallerChannel caller, GatewayFailure refused) {
        FailureWriter.write(caller, refused, Map.of());
        doors.shared().listener().refused(caller.arrival(), null, refused);
    }

    private Future<Void> listModels(
            HttpServerRequest request,
            CallerChannel caller,
            Destination.Models asked,
            Snapshot snapshot) {
        var authenticator = new CallerAuthenticator(doors.shared().clock());
        var known =
                authenticator.authenticate(
                        snapshot, RequestReader.keyHash(request), caller.arrival().clientAddress());
        var aliases = new AccessAuthorizer().aliasesOf(known, snapshot);
        var body =
                asked.model() == null
                        ? ModelList.write(aliases, snapshot, asked.door().dialect())
                        : ModelList.writeOne(
                                aliases, asked.model(), snapshot, asked.door().dialect());
        caller.reply(200, "application/json", Map.of(), body);
        return Future.succeededFuture();
    }

    /** A head that is no HTTP, or larger than is taken: answered once, then the end. */
    private void refuseInvalid(HttpServerRequest request, RequestReader reader) {
        Arrival arrival = reader.arrive(request);
        var caller = new CallerChannel(request, arrival, () -> true);
        var cause = request.decoderResult().cause();
        var failure =
                switch (cause) {
                    case TooLongHttpHeaderException _ ->
                            new GatewayFailure.Malformed(
                                    431,
                                    "The request headers are larger than "
                                            + MOST_HEADER_BYTES / 1024
                                            + " KB. Send fewer.",
                                    null);
                    case TooLongHttpLineException _ ->
                            new GatewayFailure.Malformed(
                                    414, "The request line is too long.", null);
                    case null, default ->
                            new GatewayFailure.Malformed("The request is not valid HTTP.", null);
                };
        refuse(caller, failure);
        caller.cut();
    }
}
