package dev.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StackLayoutTest {
    @Test
    void usesThePortsThatToolsExpect() {
        var layout = new StackLayout(Path.of("d"), 100, 2);

        assertThat(List.of(layout.gatewayPort(1), layout.gatewayPort(2)))
                .containsExactly(8180, 8181);
        assertThat(List.of(layout.managementPort(1), layout.managementPort(2)))
                .containsExactly(9180, 9181);
        assertThat(layout.consolePort()).isEqualTo(8190);
        assertThat(layout.simulatorPort()).isEqualTo(10000);
        assertThat(layout.postgresPort()).isEqualTo(15532);
        assertThat(layout.redisPort()).isEqualTo(16479);
        assertThat(layout.kafkaPort()).isEqualTo(19192);
        assertThat(layout.kafkaControllerPort()).isEqualTo(19193);
    }

    @Test
    void givesNoPortTwiceForTheMostNodes() {
        var seen = new HashSet<Integer>();
        new StackLayout(Path.of("d"), 0, StackLayout.MOST_NODES)
                .ports()
                .values()
                .forEach(ports ->
                        ports.values().forEach(port -> assertThat(seen.add(port)).isTrue()));
    }

    @Test
    void stopsThoseThatUseOthersFirst() {
        assertThat(new StackLayout(Path.of("d"), 0, 1).stopOrder())
                .containsSubsequence(
                        "node-1", "node-2", "control-plane", "kafka", "redis", "postgres");
    }

    @Test
    void namesABusyPortAndWhatItIsFor() throws Exception {
        int offset = FreeOffset.find();
        var layout = new StackLayout(Path.of("d"), offset, 1);
        try (var _ = new ServerSocket(layout.consolePort(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(PortCheck.busy(layout, layout.ports().keySet()))
                    .containsExactly(
                            "sluice: port %d (the console) is taken by another process. Free it, or choose other ports with --port-offset N."
                                    .formatted(layout.consolePort()));
            assertThat(PortCheck.busy(layout, Set.of("redis"))).isEmpty();
            try (var _ =
                    new ServerSocket(layout.redisPort(), 1, InetAddress.getLoopbackAddress())) {
                assertThat(PortCheck.busy(layout, layout.ports().keySet()))
                        .singleElement()
                        .asString()
                        .contains(
                                "%d (the console), %d (Redis)"
                                        .formatted(layout.consolePort(), layout.redisPort()));
            }
        }
    }
}
