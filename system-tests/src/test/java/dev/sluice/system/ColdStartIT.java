package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Caller;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.ServerProcess;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A node starts and serves with nobody else there but the upstream. */
@OnNodes(2)
@Order(150)
class ColdStartIT {
    @Test
    void servesFromItsLastGoodSnapshot(Stack stack) {
        Caller caller = stack.caller("acme/web/main");
        assertThat(caller.chat("chat", "#sim tokens=2", 5).status()).isEqualTo(200);
        ServerProcess node = stack.process("node-1");
        for (String name : List.of("control-plane", "kafka", "redis", "postgres", "node-2")) {
            stack.process(name).stop();
        }
        node.stop();
        assertThat(node.alive()).isFalse();

        Process again = node.startAgain(stack.directory().resolve("node-1-again.log"));
        try {
            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(caller.chat("chat", "#sim tokens=2", 5).status())
                                    .isEqualTo(200));
            assertThat(caller.get("/v1/models").body()).contains("chat");
        } finally {
            again.destroy();
            again.onExit().join();
        }
        stack.up();
        String trace = caller.chat("chat", "#sim tokens=2", 5).traceId();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(stack.admin().rowsOfTrace(trace)).hasSize(1));
    }
}
