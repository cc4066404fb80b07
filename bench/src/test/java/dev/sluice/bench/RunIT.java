package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.SimulatorServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The load client counts right, against the simulator alone. */
class RunIT {
    private static Vertx vertx;
    private static SimulatorServer simulator;
    private static Target target;

    @BeforeAll
    static void start() throws Exception {
        vertx = Vertx.vertx();
        simulator = await(SimulatorServer.start("127.0.0.1", 0, 1, Clock.systemUTC()));
        target = Target.of("direct", simulator.url(), "none", "sim-chat");
    }

    @AfterAll
    static void stop() throws Exception {
        simulator.close();
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void callsAtTheRateItIsTold() throws Exception {
        LoadClient client = new LoadClient(vertx, target, Workload.UNARY_1K, 8);

        Sample sample = await(Run.fixedRate(vertx, client, 50, Duration.ofSeconds(2)));

        assertThat(sample.errors).isZero();
        assertThat(sample.calls).isBetween(90L, 101L);
        assertThat(sample.whole.count()).isEqualTo((int) sample.calls);
        assertThat(sample.firstByte.percentileMs(0.5)).isPositive();
    }

    @Test
    void streamsWithoutPauseAndCountsChunks() throws Exception {
        LoadClient client = new LoadClient(vertx, target, Workload.STREAM_FAST, 4);

        Sample sample = await(Run.closedLoop(vertx, client, 4, Duration.ofSeconds(1)));

        assertThat(sample.errors).isZero();
        assertThat(sample.calls).isGreaterThan(4);
        assertThat(sample.chunks).isEqualTo(sample.calls * 200);
    }

    @Test
    void seesAStreamThatIsNotWhole() throws Exception {
        Workload cut = new Workload("cut", "tokens=5,cut-after=2", 100, true, 5);
        LoadClient client = new LoadClient(vertx, target, cut, 1);

        Sample sample = await(Run.fixedRate(vertx, client, 10, Duration.ofSeconds(1)));

        assertThat(sample.errors).isEqualTo(sample.calls).isPositive();
        assertThat(sample.firstError).contains("without [DONE]");
    }

    @Test
    void readsTheProcessItRunsIn() {
        NodeProcess self = new NodeProcess(ProcessHandle.current().pid());

        assertThat(self.cpuMicros()).isPositive();
        assertThat(self.residentMb()).isGreaterThan(20);
    }
}
