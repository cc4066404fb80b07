package dev.sluice.dataplane.quota.store;

import dev.sluice.model.quota.QuotaScript;
import dev.sluice.model.quota.ScriptCall;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.netty.util.NetUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to Redis: pipelined, with a deadline for each command. Event loops have connections of
 * their own; all others share one, whose life decides for all. It never makes anybody wait for an
 * absent store: while that connection is down, or after three timeouts within a second, every
 * command fails at once until a probe has been answered.
 */
public final class RedisQuotaStore implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisQuotaStore.class);
    private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(200);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    private static final int QUEUE_SIZE = 8_192;
    private static final int TIMEOUTS_TO_TRIP = 3;
    private static final long TRIP_WINDOW_NANOS = 1_000_000_000L;
    private static final long PROBE_MS = 100;
    private static final long BACK_MS = 10;
    private static final long LAST_WORDS_NANOS = 500_000_000;

    private final Vertx vertx;
    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final LoopConnections loops;
    private final Thread prober;
    private volatile @Nullable StatefulRedisConnection<String, String> connection;
    private volatile boolean up;
    private volatile long trippedAt;
    private volatile boolean connecting;
    private volatile boolean probing;
    private volatile boolean closed;
    private volatile Runnable onUp = () -> {};
    private final AtomicInteger untold = new AtomicInteger();
    private int timeouts;
    private long firstTimeoutAt;

    /** Begins to connect; nobody needs to wait for it. */
    public RedisQuotaStore(Vertx vertx, String url) {
        this.vertx = vertx;
        this.uri = RedisURI.create(url);
        uri.setTimeout(CONNECT_TIMEOUT);
        var host = uri.getHost();
        this.resources =
                DefaultClientResources.builder()
                        .addressResolverGroup(resolverFor(host == null ? "" : host))
                        .ioThreadPoolSize(1)
                        .computationThreadPoolSize(2)
                        .reconnectDelay(Delay.constant(Duration.ofMillis(PROBE_MS)))
                        .build();
        this.client = RedisClient.create(resources, uri);
        var options =
                ClientOptions.builder()
                        .autoReconnect(true)
                        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                        .requestQueueSize(QUEUE_SIZE)
                        .timeoutOptions(TimeoutOptions.enabled(COMMAND_TIMEOUT))
                        .socketOptions(
                                SocketOptions.builder()
                                        .connectTimeout(CONNECT_TIMEOUT)
                                        .tcpNoDelay(true)
                                        .keepAlive(true)
                                        .build())
                        .build();
        client.setOptions(options);
        var watch = new ConnectionWatch();
        client.addListener(watch);
        this.loops = new LoopConnections(resources, uri, options, watch);
        // Not on the event loop: the first connection loads some thousand classes.
        this.prober = Thread.ofPlatform().daemon().name("quota-store-probe").unstarted(this::probe);
        prober.start();
    }

    /** An address that is no name is not asked for: the resolver that would be keeps a socket. */
    private static AddressResolverGroup<?> resolverFor(String host) {
        return NetUtil.createByteArrayFromIpAddressString(host) != null
                ? DefaultAddressResolverGroup.INSTANCE
                : DefaultClientResources.DEFAULT_ADDRESS_RESOLVER_GROUP;
    }

    /** Told each time the store has come (back) into reach; on a thread of Vert.x. */
    public void onUp(Runnable told) {
        onUp = told;
    }

    /** Whether commands are sent at all. */
    public boolean isUp() {
        return up;
    }

    private final class ConnectionWatch implements RedisConnectionStateListener {
        @Override
        public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
            trip("the connection was lost");
        }
    }

    private void probe() {
        while (!closed) {
            try {
                if (!up) {
                    look();
                }
            } catch (RuntimeException rejected) {
                log.debug("the probe was rejected: {}", rejected.getMessage());
                probing = false;
            }
            LockSupport.parkNanos(PROBE_MS * 1_000_000);
        }
    }

    /** Whether the store is there, now or within a moment after it was lost only just before. */
    public Future<Boolean> backSoon() {
        var lostAt = trippedAt;
        if (up || lostAt == 0 || System.nanoTime() - lostAt > TRIP_WINDOW_NANOS) {
            return Future.succeededFuture(up);
        }
        Promise<Boolean> back = Promise.promise();
        lookAgain(back, System.nanoTime() + COMMAND_TIMEOUT.toNanos());
        return back.future();
    }

    private void lookAgain(Promise<Boolean> back, long until) {
        if (up || System.nanoTime() - until > 0) {
            back.complete(up);
        } else {
            vertx.setTimer(BACK_MS, _ -> lookAgain(back, until));
        }
    }

    private void look() {
        var now = connection;
        if (now == null) {
            connect();
        } else if (now.isOpen() && !probing) {
            probing = true;
            now.async()
                    .ping()
                    .whenComplete((_, failure) -> {
                        probing = false;
                        if (failure == null) {
                            arrive();
                        }
                    });
        }
    }

    private void connect() {
        if (connecting) {
            return;
        }
        connecting = true;
        var _ =
                client.connectAsync(StringCodec.UTF8, uri)
                        .whenComplete((made, failure) -> {
                            connecting = false;
                            if (failure == null) {
                                connection = made;
                                arrive();
                            }
                        });
    }

    private void arrive() {
        synchronized (this) {
            timeouts = 0;
            if (up) {
                return;
            }
            up = true;
        }
        log.info("the shared store at {}:{} is in reach", uri.getHost(), uri.getPort());
        vertx.runOnContext(_ -> onUp.run());
    }

    private void trip(String why) {
        synchronized (this) {
            if (!up) {
                return;
            }
            up = false;
            trippedAt = System.nanoTime();
        }
        log.warn("the shared store is away: {}", why);
        LockSupport.unpark(prober);
    }

    private synchronized boolean timedOutTooOften() {
        var now = System.nanoTime();
        if (timeouts == 0 || now - firstTimeoutAt > TRIP_WINDOW_NANOS) {
            timeouts = 0;
            firstTimeoutAt = now;
        }
        return ++timeouts >= TIMEOUTS_TO_TRIP;
    }

    /**
     * Runs a script; completes on the caller's context, or fails with {@link StoreAwayException}.
     */
    public Future<List<Object>> run(ScriptCall call) {
        var keys = call.keys().toArray(String[]::new);
        var args = call.args().toArray(String[]::new);
        return send(commands -> evaluate(commands, call.script(), keys, args));
    }

    /**
     * Sends a script whose reply nobody waits for; {@code onFailure} is told on any thread, and at
     * once where nothing was sent.
     */
    public void tell(ScriptCall call, Runnable onFailure) {
        tell(call, _ -> true, onFailure);
    }

    /** The same, where an answer may be a failure, too. */
    public void tell(ScriptCall call, Predicate<List<Object>> isDone, Runnable onFailure) {
        var commands = commands();
        if (commands == null) {
            onFailure.run();
            return;
        }
        var keys = call.keys().toArray(String[]::new);
        var args = call.args().toArray(String[]::new);
        untold.incrementAndGet();
        try {
            var _ =
                    evaluate(commands, call.script(), keys, args)
                            .whenComplete((reply, failure) -> {
                                untold.decrementAndGet();
                                if (failure != null) {
                                    judge(cause(failure));
                                    onFailure.run();
                                } else if (!isDone.test(reply)) {
                                    onFailure.run();
                                }
                            });
        } catch (RedisException rejected) {
            untold.decrementAndGet();
            onFailure.run();
        }
    }

    @SuppressWarnings("deprecation") // no other way leads from the commands to their connection
    private static CompletionStage<List<Object>> evaluate(
            RedisAsyncCommands<String, String> commands,
            QuotaScript script,
            String[] keys,
            String[] args) {
        RedisFuture<List<Object>> known =
                commands.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args);
        return known.exceptionallyCompose(failure -> {
            if (!(cause(failure) instanceof RedisNoScriptException)) {
                return CompletableFuture.failedStage(failure);
            }
            RedisFuture<List<Object>> told =
                    commands.eval(script.text(), ScriptOutputType.MULTI, keys, args);
            commands.getStatefulConnection().flushCommands();
            return told;
        });
    }

    /** Null while the store is away. */
    private @Nullable RedisAsyncCommands<String, String> commands() {
        var now = connection;
        if (!up || now == null) {
            return null;
        }
        var own = loops.current();
        return (own == null ? now : own).async();
    }

    /** Sends a command; completes on the caller's context. */
    public <T> Future<T> send(
            Function<RedisAsyncCommands<String, String>, CompletionStage<T>> command) {
        var commands = commands();
        if (commands == null) {
            return Future.failedFuture(new StoreAwayException("the store is away", false));
        }
        Promise<T> done = Promise.promise();
        var context = vertx.getOrCreateContext();
        CompletionStage<T> sent;
        try {
            sent = command.apply(commands);
        } catch (RedisException rejected) {
            return Future.failedFuture(new StoreAwayException(text(rejected), false));
        }
        var _ =
                sent.whenComplete((reply, failure) -> {
                    if (failure == null) {
                        context.runOnContext(_ -> done.complete(reply));
                    } else {
                        var away = judge(cause(failure));
                        context.runOnContext(_ -> done.fail(away));
                    }
                });
        return done.future();
    }

    /**
     * An event loop that was kept from its work finds its commands timed out, too. The connection
     * that no event loop serves tells whose fault it was.
     */
    private void suspect() {
        var now = connection;
        if (now == null || !now.isOpen()) {
            trip("three commands timed out within a second");
        } else if (!probing) {
            probing = true;
            now.async()
                    .ping()
                    .whenComplete((_, failure) -> {
                        probing = false;
                        if (failure != null) {
                            trip("three commands and a probe timed out");
                        }
                    });
        }
    }

    private Throwable judge(Throwable failure) {
        if (failure instanceof RedisCommandTimeoutException) {
            if (timedOutTooOften()) {
                suspect();
            }
            return new StoreAwayException("the store did not answer in time", true);
        }
        log.warn("a command to the shared store failed: {}", text(failure));
        return new StoreAwayException(text(failure), true);
    }

    private static Throwable cause(Throwable failure) {
        var inner = failure.getCause();
        return failure instanceof CompletionException && inner != null ? inner : failure;
    }

    private static String text(Throwable failure) {
        var message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    /** Lets what was told arrive, for a moment; must not be called on an event loop. */
    @Override
    public void close() {
        var until = System.nanoTime() + LAST_WORDS_NANOS;
        while (up && untold.get() > 0 && System.nanoTime() < until) {
            LockSupport.parkNanos(LAST_WORDS_NANOS / 100);
        }
        closed = true;
        up = false;
        LockSupport.unpark(prober);
        loops.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        var _ = resources.shutdown(0, 1, TimeUnit.SECONDS);
        loops.shutResources();
    }
}
