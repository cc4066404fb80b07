package dev.sluice.control.budgets;

import dev.sluice.model.quota.ScriptCall;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Redis as the control plane uses it. Every call ends in {@link #TIMEOUT} or fails with a {@link
 * RedisException}; nothing is queued while the connection is down.
 */
public final class SharedStore implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /**
     * Even after a long absence: until the counters are rebuilt, strict budgets spend only slices,
     * and the library's own delay grows to half a minute.
     */
    private static final Duration RECONNECT = Duration.ofMillis(500);

    /** What a budget's counter holds. */
    public record Counter(long spent, long held) {}

    private final ClientResources resources;
    private final RedisClient client;
    private @Nullable StatefulRedisConnection<String, String> connection;

    public SharedStore(String redisUrl) {
        var address = RedisURI.create(redisUrl);
        address.setTimeout(TIMEOUT);
        resources =
                DefaultClientResources.builder().reconnectDelay(Delay.constant(RECONNECT)).build();
        client = RedisClient.create(resources, address);
        client.setOptions(
                ClientOptions.builder()
                        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                        .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
                        .build());
    }

    private synchronized StatefulRedisConnection<String, String> connection() {
        var open = connection;
        if (open == null) {
            open = client.connect();
            connection = open;
        }
        return open;
    }

    @Nullable String get(String key) {
        return connection().sync().get(key);
    }

    void set(String key, String value) {
        connection().sync().set(key, value);
    }

    /** Values in the order of the keys, in one round trip. */
    List<Optional<String>> getAll(List<String> keys) {
        var commands = connection().async();
        var answers = keys.stream().map(commands::get).toList();
        return answers.stream().map(answer -> Optional.ofNullable(await(answer))).toList();
    }

    /** How long the server has been up, since a fresh one may not have its data yet. */
    Duration uptime() {
        return Duration.ofSeconds(Long.parseLong(serverFact("uptime_in_seconds")));
    }

    /** Names the run of the server: another after each restart, and another on each server. */
    String run() {
        return serverFact("run_id");
    }

    private String serverFact(String name) {
        return connection()
                .sync()
                .info("server")
                .lines()
                .filter(it -> it.startsWith(name + ":"))
                .findFirst()
                .map(it -> it.substring(name.length() + 1).strip())
                .orElseThrow(() -> new RedisException("INFO names no " + name));
    }

    void remove(String key) {
        connection().sync().del(key);
    }

    /** The oldest members of a sorted set up to a score, with their scores. */
    public List<ScoredValue<String>> oldest(String key, long upToMs, int most) {
        return connection()
                .sync()
                .zrangebyscoreWithScores(key, Range.create(0, upToMs), Limit.create(0, most));
    }

    /** Hashes in the order of the keys; absent ones are empty. */
    public List<Map<String, String>> hashes(List<String> keys) {
        var commands = connection().async();
        var answers = keys.stream().map(commands::hgetall).toList();
        return answers.stream().map(SharedStore::await).toList();
    }

    /** Counters in the order of the keys; absent ones are empty. */
    public List<Optional<Counter>> counters(List<String> budgetKeys) {
        var commands = connection().async();
        var answers = new ArrayList<RedisFuture<List<KeyValue<String, String>>>>();
        budgetKeys.forEach(key -> answers.add(commands.hmget(key, "spent", "held")));
        return answers.stream().map(answer -> counter(await(answer))).toList();
    }

    private static Optional<Counter> counter(List<KeyValue<String, String>> fields) {
        if (fields.stream().noneMatch(KeyValue::hasValue)) {
            return Optional.empty();
        }
        var spent = Long.parseLong(fields.get(0).getValueOrElse("0"));
        var held = Long.parseLong(fields.get(1).getValueOrElse("0"));
        return Optional.of(new Counter(spent, held));
    }

    /** Runs a script that answers a list. */
    List<?> list(ScriptCall call) {
        return (List<?>) run(call, ScriptOutputType.MULTI);
    }

    /** Runs a script that answers a number. */
    long number(ScriptCall call) {
        return (Long) run(call, ScriptOutputType.INTEGER);
    }

    private Object run(ScriptCall call, ScriptOutputType output) {
        var commands = connection().sync();
        var keys = call.keys().toArray(String[]::new);
        var args = call.args().toArray(String[]::new);
        try {
            return commands.<Object>evalsha(call.script().sha1(), output, keys, args);
        } catch (RedisNoScriptException unknown) {
            return commands.<Object>eval(call.script().text(), output, keys, args);
        }
    }

    private static <T> T await(RedisFuture<T> answer) {
        try {
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new RedisException(failed.getCause());
        } catch (TimeoutException late) {
            throw new RedisException("no answer in " + TIMEOUT, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RedisException(interrupted);
        }
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, TIMEOUT);
        var _ = resources.shutdown(0, TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
