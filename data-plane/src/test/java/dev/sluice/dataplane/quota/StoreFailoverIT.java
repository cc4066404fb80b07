package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.DOLLAR;
import static dev.sluice.dataplane.quota.TestQuota.WORST_NANOS;
import static dev.sluice.dataplane.quota.TestQuota.budgetKey;
import static dev.sluice.dataplane.quota.TestQuota.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.usage.TokenUsage;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that dies before its replica has everything, behind an address that moves on. */
class StoreFailoverIT {
    @TempDir Path primaryDir;
    @TempDir Path replicaDir;

    private final Vertx vertx = Vertx.vertx();
    private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
    private EmbeddedRedisServer primary;
    private EmbeddedRedisServer replica;
    private volatile int target;
    private TestStore before;
    private TestStore after;
    private TestQuota node;

    @BeforeEach
    void begin() throws Exception {
        primary = EmbeddedRedisServer.start(primaryDir, Ports.free());
        replica = EmbeddedRedisServer.start(replicaDir, Ports.free());
        before = TestStore.at(primary.uri());
        after = TestStore.at(replica.uri());
        before.begin();
        after.commands().replicaof("127.0.0.1", primary.port());
        target = primary.port();
        var address = Ports.free();
        TestQuota.await(
                vertx.createNetServer().connectHandler(this::forward).listen(address, "127.0.0.1"));
        node = new TestQuota("n1", "redis://127.0.0.1:" + address);
        node.awaitShared();
    }

    private void forward(NetSocket caller) {
        caller.pause();
        open.add(caller);
        caller.closeHandler(_ -> open.remove(caller));
        vertx.createNetClient()
                .connect(target, "127.0.0.1")
                .onFailure(_ -> caller.close())
                .onSuccess(server -> {
                    server.handler(caller::write);
                    server.closeHandler(_ -> caller.close());
                    caller.handler(server::write);
                    caller.endHandler(_ -> server.close());
                    caller.resume();
                });
    }

    @AfterEach
    void end() throws Exception {
        node.close();
        before.close();
        after.close();
        primary.stop();
        replica.stop();
        TestQuota.await(vertx.close());
    }

    private static String budget(long dollars) {
        return "\"budgets\":[{\"amount\":\"" + dollars + ".00\",\"window\":\"month\"}]";
    }

    /** From here on the primary's writes reach nobody. */
    private void cutReplication() {
        after.commands().replicaofNoOne();
    }

    private void failOver() throws Exception {
        target = replica.port();
        new ProcessBuilder("kill", "-KILL", Long.toString(primary.pid())).start().waitFor();
        await().until(() -> open.stream().noneMatch(_ -> node.quota.isShared()) || open.isEmpty());
        node.awaitShared();
    }

    /** What the control plane does once it finds another server: see FailoverRebuildIT. */
    private void rebuild(long bookedNanos) {
        after.run(
                ScriptCall.rebuild(
                        "t1",
                        "e2",
                        List.of(
                                new ScriptCall.BookedWindow(
                                        budgetKey("t1"), bookedNanos, 4_102_444_800L)),
                        List.of()));
        after.commands().set(RedisKeys.EPOCH, "e2");
    }

    @Test
    void whatTheReplicaNeverGotIsBackAfterTheRebuildAndCountsOnce() throws Exception {
        var rules = budget(5_000);
        var kept = node.reserve(plan("t1", rules));
        var endsUnseen = node.reserve(plan("t1", rules));
        await().until(() -> after.amount(budgetKey("t1"), "held") == 2 * WORST_NANOS);
        cutReplication();
        var unseen = node.reserve(plan("t1", rules));
        node.settle(endsUnseen, TokenUsage.of(10, 4));
        var wholeUnseen = node.reserve(plan("t1", rules));
        node.settle(wholeUnseen, TokenUsage.of(10, 9));
        await().until(() -> before.amount(budgetKey("t1"), "spent") == 150 * DOLLAR);

        failOver();
        assertThat(after.amount(budgetKey("t1"), "spent")).isZero();
        // The ledger has one of the two by now.
        rebuild(50 * DOLLAR);

        await().untilAsserted(() -> {
            assertThat(after.amount(budgetKey("t1"), "spent")).isEqualTo(200 * DOLLAR);
            assertThat(after.amount(budgetKey("t1"), "held")).isEqualTo(2 * WORST_NANOS);
        });
        node.awaitShared();
        node.settle(kept, TokenUsage.of(10, 0));
        node.settle(unseen, TokenUsage.of(10, 0));
        await().untilAsserted(() -> {
            assertThat(after.amount(budgetKey("t1"), "spent")).isEqualTo(220 * DOLLAR);
            assertThat(after.amount(budgetKey("t1"), "held")).isZero();
        });
        assertThat(node.quota.unsettled()).isZero();
    }

    /** The bound: what the last moments before the fail-over had taken, and no more. */
    @Test
    void untilTheRebuildAtMostWhatTheReplicaLacksIsSpentAgain() throws Exception {
        var rules = budget(910 * 4);
        node.reserve(plan("t1", rules));
        await().until(() -> after.amount(budgetKey("t1"), "held") == WORST_NANOS);
        cutReplication();
        node.reserve(plan("t1", rules));
        assertThat(before.amount(budgetKey("t1"), "held")).isEqualTo(2 * WORST_NANOS);

        failOver();
        for (var i = 0; i < 3; i++) {
            node.reserve(plan("t1", rules));
        }
        assertThatThrownBy(() -> node.reserve(plan("t1", rules))).isInstanceOf(QuotaRefused.class);
        rebuild(0);
        // Five stand where four fit: the one that the replica never got is beyond the limit.
        await().until(() -> after.amount(budgetKey("t1"), "held") == 5 * WORST_NANOS);
        node.awaitShared();
        assertThatThrownBy(() -> node.reserve(plan("t1", rules))).isInstanceOf(QuotaRefused.class);
    }
}
