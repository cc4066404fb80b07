package dev.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.embedded.Ports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the parts of a stack find each other, and what is said of those outside of it. */
class StackServersTest {
    @TempDir Path dir;

    @Test
    void tellsTheConsoleWhereTheGatewayIs() throws Exception {
        Path target = Files.createDirectories(dir.resolve("admin-ui").resolve("target"));
        Files.createFile(target.resolve("admin-ui-1.jar"));
        var layout = new StackLayout(dir, 300, 2);
        var secrets = new StackSecrets(new StackSecrets.Admin("admin", "p", "t"), Map.of());

        var command =
                new StackServers(layout, new ProjectJars(dir))
                        .controlPlane("jdbc:none", "user", "password", secrets);

        assertThat(command.environment())
                .containsEntry("SLUICE_GATEWAY_URL", "http://127.0.0.1:8380");
    }

    @Test
    void namesUpstreamsThatDoNotAnswer() throws Exception {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            String there = "http://127.0.0.1:" + server.getAddress().getPort();
            String gone = "http://127.0.0.1:" + Ports.free();

            var findings =
                    StackDiagnosis.ofUpstreams(
                            new TreeMap<>(Map.of("a", List.of(there), "b", List.of(gone))));

            assertThat(findings)
                    .containsExactly(
                            new StackDiagnosis.Finding(true, "upstream a answers at " + there),
                            new StackDiagnosis.Finding(
                                    false, "upstream b does not answer at " + gone));
        } finally {
            server.stop(0);
        }
    }
}
