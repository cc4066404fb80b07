package dev.sluice.cli.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tools outside the project read of a stack, and what only its owner may. */
class StackFilesTest {
    @TempDir Path dir;

    @Test
    void writesStackJsonInTheFormThatToolsRead() throws Exception {
        var secrets = StackSecrets.loadOrCreate(dir);
        new StackFile(
                        List.of("http://127.0.0.1:8080"),
                        "http://127.0.0.1:8090",
                        List.of("http://127.0.0.1:9080"),
                        "http://127.0.0.1:9900",
                        secrets.admin(),
                        Map.of("t/a/k", "ak_1"),
                        Map.of("node-1", 4711L),
                        3)
                .save(dir);

        Path file = dir.resolve("stack.json");
        var json = SluiceJson.mapper().readTree(Files.readString(file));
        assertThat(json.propertyNames())
                .containsExactlyInAnyOrder(
                        "gateway",
                        "console",
                        "management",
                        "simulator",
                        "admin",
                        "keys",
                        "pids",
                        "version");
        assertThat(json.path("gateway").path(0).asString()).isEqualTo("http://127.0.0.1:8080");
        assertThat(json.path("admin").propertyNames())
                .containsExactlyInAnyOrder("user", "password", "token");
        assertThat(json.path("pids").path("node-1").isIntegralNumber()).isTrue();
        assertThat(json.path("version").asLong()).isEqualTo(3);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(StackFile.load(dir))
                .hasValueSatisfying(stack -> {
                    assertThat(stack.keys()).containsEntry("t/a/k", "ak_1");
                    assertThat(stack.nodeNames()).containsExactly("node-1");
                });
    }

    @Test
    void keepsTheAdminsSecretsOverRestarts() throws Exception {
        var first = StackSecrets.loadOrCreate(dir);

        assertThat(StackSecrets.loadOrCreate(dir).admin()).isEqualTo(first.admin());
        assertThat(first.admin().password()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(dir.resolve("secrets.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void mergesIssuedKeysInTheOrderOfTheFileAndForgetsTheRevoked() {
        var admin = new StackSecrets.Admin("admin", "p", "t");
        var secrets =
                new StackSecrets(
                        admin, Map.of("t/a/old", "1", "t/a/old/sub", "2", "t/a/kept", "3"));

        var after =
                secrets.after(
                        Map.of("t/a/new", "4", "t/a/kept/alice", "5"),
                        List.of("t/a/old"),
                        List.of("t/a/new", "t/a/kept", "t/a/kept/alice"));

        assertThat(after.keys().entrySet())
                .containsExactly(
                        Map.entry("t/a/new", "4"),
                        Map.entry("t/a/kept", "3"),
                        Map.entry("t/a/kept/alice", "5"));
    }
}
