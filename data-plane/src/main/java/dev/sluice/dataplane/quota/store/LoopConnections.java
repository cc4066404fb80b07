package dev.sluice.dataplane.quota.store;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the store for each event loop, living on that loop: then neither a command nor
 * its reply wakes another thread, which would cost more than both. What a turn of the loop sends
 * leaves by one write at its end.
 */
final class LoopConnections implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LoopConnections.class);
    private static final long AGAIN_NANOS = 1_000_000_000L;

    private final ClientResources resources;
    private final RedisURI uri;
    private final ClientOptions options;
    private final RedisConnectionStateListener watch;
    private final Map<EventLoop, Line> lines = new ConcurrentHashMap<>();
    private volatile boolean closed;

    LoopConnections(
            ClientResources resources,
            RedisURI uri,
            ClientOptions options,
            RedisConnectionStateListener watch) {
        this.resources = resources;
        this.uri = uri;
        this.options = options;
        this.watch = watch;
    }

    /**
     * That of the event loop that asks, if it is open; the first to ask makes it begin. To be used
     * at once: what is sent later must be flushed by whoever sends it.
     */
    @Nullable StatefulRedisConnection<String, String> current() {
        if (!(Vertx.currentContext() instanceof ContextInternal context)) {
            return null;
        }
        var loop = context.nettyEventLoop();
        if (closed || !loop.inEventLoop()) {
            return null;
        }
        return lines.computeIfAbsent(loop, Line::new).open();
    }

    /** One event loop's; asked for by that loop alone, made known by whoever ended the attempt. */
    private final class Line {
        private final EventLoop loop;
        private final ClientResources own;
        private final RedisClient client;
        private volatile @Nullable StatefulRedisConnection<String, String> connection;
        private volatile boolean connecting;
        private volatile long notBefore = System.nanoTime();

        private boolean flushPlanned;

        Line(EventLoop loop) {
            this.loop = loop;
            own = resources.mutate().eventLoopGroupProvider(new OneLoop(loop)).build();
            client = RedisClient.create(own, uri);
            client.setOptions(options);
            client.addListener(watch);
        }

        @Nullable StatefulRedisConnection<String, String> open() {
            var made = connection;
            if (made != null) {
                return made.isOpen() ? flushedSoon(made) : null;
            }
            if (!connecting && System.nanoTime() - notBefore >= 0) {
                connect();
            }
            return null;
        }

        private StatefulRedisConnection<String, String> flushedSoon(
                StatefulRedisConnection<String, String> made) {
            if (!flushPlanned) {
                flushPlanned = true;
                loop.execute(() -> {
                    flushPlanned = false;
                    made.flushCommands();
                });
            }
            return made;
        }

        private void connect() {
            connecting = true;
            var _ =
                    client.connectAsync(StringCodec.UTF8, uri)
                            .whenComplete((made, failure) -> {
                                if (failure == null) {
                                    made.setAutoFlushCommands(false);
                                    connection = made;
                                } else {
                                    log.debug("no own connection to the store", failure);
                                }
                                notBefore = System.nanoTime() + AGAIN_NANOS;
                                connecting = false;
                            });
        }

        void close() {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    /** Lends an event loop that is not ours to end. */
    private record OneLoop(EventLoop loop) implements EventLoopGroupProvider {
        @Override
        @SuppressWarnings("unchecked") // asked for by class, used as an event loop group
        public <T extends EventLoopGroup> T allocate(Class<T> type) {
            return (T) loop;
        }

        @Override
        public int threadPoolSize() {
            return 1;
        }

        @Override
        public Future<Boolean> release(
                EventExecutorGroup lent, long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
        }

        @Override
        public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
        }
    }

    /** The last that is done: what the loops share with the other connection goes with it. */
    void shutResources() {
        for (var line : lines.values()) {
            var _ = line.own.shutdown(0, 1, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        closed = true;
        lines.values().forEach(Line::close);
    }
}
