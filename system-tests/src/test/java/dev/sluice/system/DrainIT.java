package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Caller;
import dev.sluice.system.client.OpenStream;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.ServerProcess;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A node that is asked to stop ends what it has begun. */
@OnNodes(2)
@Order(125)
class DrainIT {
    @Test
    void endsEveryStreamBeforeItGoes(Stack stack) throws Exception {
        Caller caller = stack.caller(1, "acme/streams/main");
        List<OpenStream> streams = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            streams.add(caller.stream("chat", "#sim tokens=60,pace=50ms", 100));
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> streams.stream().allMatch(stream -> stream.contentFrames() > 2));
        ServerProcess node = stack.process("node-2");

        node.stop();

        for (OpenStream stream : streams) {
            assertThat(stream.end().get(10, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.DONE);
            assertThat(stream.contentFrames()).isEqualTo(60);
        }
        assertThat(node.alive()).isFalse();
        for (OpenStream stream : streams) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(stack.admin().rowsOfTrace(stream.traceId()))
                                    .singleElement()
                                    .satisfies(row ->
                                            assertThat(row.status()).isEqualTo("completed")));
        }
        stack.up();
        assertThat(stack.caller(1, "acme/streams/main").chat("chat", "#sim tokens=1", 5).status())
                .isEqualTo(200);
    }
}
