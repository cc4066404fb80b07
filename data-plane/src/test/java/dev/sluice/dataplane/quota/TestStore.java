package dev.sluice.dataplane.quota;

import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** A real Redis, asked directly. */
final class TestStore implements AutoCloseable {
    static final String EPOCH = "e1";

    private final RedisClient client;
    private final RedisCommands<String, String> commands;

    private TestStore(String url) {
        this.client = RedisClient.create(RedisURI.create(url));
        this.commands = client.connect().sync();
    }

    static String sharedUrl() {
        return TestServers.redis().uri();
    }

    static TestStore shared() {
        return new TestStore(sharedUrl());
    }

    static TestStore at(String url) {
        return new TestStore(url);
    }

    RedisCommands<String, String> commands() {
        return commands;
    }

    List<Object> run(ScriptCall call) {
        return commands.eval(
                call.script().text(),
                ScriptOutputType.MULTI,
                call.keys().toArray(String[]::new),
                call.args().toArray(String[]::new));
    }

    void begin(String... tenants) {
        commands.flushdb();
        commands.set(RedisKeys.EPOCH, EPOCH);
        for (var tenant : tenants) {
            commands.set(RedisKeys.epoch(tenant), EPOCH);
        }
    }

    long amount(String budgetKey, String field) {
        var value = commands.hget(budgetKey, field);
        return value == null ? 0 : Long.parseLong(value);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
