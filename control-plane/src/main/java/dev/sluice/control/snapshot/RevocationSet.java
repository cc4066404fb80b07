package dev.sluice.control.snapshot;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.control.access.AppliedKeys.RevokedKey;
import dev.sluice.control.access.KeyStore;
import dev.sluice.model.quota.RedisKeys;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Puts revoked keys where every admission looks, beside the version that says the same: a
 * revocation holds as soon as one of the two ways works. Never keeps a caller waiting; while Redis
 * is away it tries again.
 */
@Component
class RevocationSet implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RevocationSet.class);
    private static final Duration REASSERTED = Duration.ofDays(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final long PAUSE_MS = 500;

    private final ControlPlaneSettings settings;
    private final KeyStore keys;
    private final Clock clock;
    private final LinkedBlockingQueue<RevokedKey> waiting = new LinkedBlockingQueue<>();
    private volatile @Nullable Thread worker;

    RevocationSet(ControlPlaneSettings settings, KeyStore keys, Clock clock) {
        this.settings = settings;
        this.keys = keys;
        this.clock = clock;
    }

    void add(List<RevokedKey> revoked) {
        waiting.addAll(revoked);
    }

    @Override
    public void start() {
        // Known before it runs: the thread asks whether it is still wanted.
        var thread = Thread.ofVirtual().name("revocations").unstarted(this::run);
        worker = thread;
        thread.start();
    }

    private void run() {
        var client = client();
        try {
            reassert();
            carry(client);
        } catch (InterruptedException stopped) {
            LOG.debug("revocations stop");
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    private RedisClient client() {
        var address = RedisURI.create(settings.redisUrl());
        address.setTimeout(TIMEOUT);
        var client = RedisClient.create(address);
        client.setOptions(
                ClientOptions.builder()
                        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                        .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
                        .build());
        return client;
    }

    /** What was revoked while this process or Redis was away. */
    private void reassert() throws InterruptedException {
        while (isRunning()) {
            try {
                waiting.addAll(keys.revokedSince(clock.instant().minus(REASSERTED)));
                return;
            } catch (DataAccessException | TransactionException away) {
                LOG.warn("revoked keys cannot be read: {}", away.getMessage());
                Thread.sleep(PAUSE_MS);
            }
        }
    }

    private void carry(RedisClient client) throws InterruptedException {
        StatefulRedisConnection<String, String> connection = null;
        while (isRunning()) {
            var key = waiting.take();
            try {
                if (connection == null) {
                    connection = client.connect();
                }
                connection.sync().sadd(RedisKeys.revoked(key.tenant()), key.id());
            } catch (RedisException away) {
                LOG.warn("Redis does not take a revocation: {}", away.getMessage());
                waiting.add(key);
                Thread.sleep(PAUSE_MS);
            }
        }
    }

    @Override
    public void stop() {
        var thread = worker;
        worker = null;
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return worker != null;
    }
}
