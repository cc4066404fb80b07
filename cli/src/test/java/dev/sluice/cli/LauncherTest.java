package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell launcher, run on a project of its own with JDKs and a Maven that only say what they
 * got.
 */
class LauncherTest {
    private static final List<String> TOOLS =
            List.of(
                    "sh",
                    "sed",
                    "find",
                    "dirname",
                    "readlink",
                    "mktemp",
                    "tee",
                    "awk",
                    "cat",
                    "mv",
                    "rm",
                    "touch",
                    "grep",
                    "mkdir",
                    "cp",
                    "ls",
                    "ln",
                    "sleep",
                    "tr");

    @TempDir Path dir;
    private Path project;
    private Path bin;
    private final Map<String, String> environment = new HashMap<>();

    private record Run(int exitCode, String output) {}

    @BeforeEach
    void layOut() throws Exception {
        project = Files.createDirectories(dir.resolve("my project"));
        bin = Files.createDirectories(dir.resolve("bin"));
        Files.copy(Path.of("..", "sluice"), project.resolve("sluice"));
        executable(project.resolve("sluice"));
        for (String module :
                List.of(
                        "cli",
                        "shared-model",
                        "embedded",
                        "simulator",
                        "data-plane",
                        "control-plane",
                        "admin-ui")) {
            Files.createDirectories(project.resolve(module).resolve("src/main/java"));
            Files.writeString(project.resolve(module).resolve("pom.xml"), "");
        }
        Files.writeString(project.resolve("pom.xml"), "");
        for (String tool : TOOLS) {
            Path found =
                    List.of(Path.of("/usr/bin", tool), Path.of("/bin", tool)).stream()
                            .filter(Files::isExecutable)
                            .findFirst()
                            .orElseThrow();
            Files.createSymbolicLink(bin.resolve(tool), found);
        }
        script(
                bin.resolve("mvn"),
                """
                echo "[INFO] Building Sluice cli 0.1.0   [8/8]"
                for module in admin-ui data-plane simulator cli; do
                  mkdir -p $module/target/lib
                  : > $module/target/$module-0.1.0.jar
                done
                echo "$JAVA_HOME $*" >> maven.calls
                """);
        environment.put("PATH", bin.toString());
        environment.put("HOME", dir.toString());
        environment.put("SLUICE_JVM_DIR", dir.resolve("jvm").toString());
    }

    @Test
    void saysWhatToDoWithoutAJdk() throws Exception {
        jdk("jvm/jdk-21", 21);

        var run = sluice("doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output().lines()).hasSize(1);
        assertThat(run.output()).contains("no JDK 25 or newer found").contains("SLUICE_JAVA_HOME");
    }

    @Test
    void refusesAnExplicitJdkThatIsTooOld() throws Exception {
        environment.put("SLUICE_JAVA_HOME", jdk("old", 21).toString());
        jdk("jvm/jdk-25", 25);

        var run = sluice("doctor");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("SLUICE_JAVA_HOME is " + dir.resolve("old"));
    }

    @Test
    void passesOverAnOldJavaHomeToANewerJdk() throws Exception {
        environment.put("JAVA_HOME", jdk("old", 21).toString());
        Path good = jdk("jvm/jdk-26", 26);

        assertThat(sluice("doctor").output()).contains("java of " + good);
    }

    @Test
    void findsTheJdkOfThePathAndOfSdkman() throws Exception {
        Path sdkman = jdk(".sdkman/candidates/java/25.0.1-tem", 25);
        assertThat(sluice("doctor").output()).contains("java of " + sdkman);

        Path onPath = jdk("elsewhere", 25);
        Files.createSymbolicLink(bin.resolve("javac"), onPath.resolve("bin/javac"));
        assertThat(sluice("doctor").output()).contains("java of " + onPath);
    }

    @Test
    void aRuntimeWithoutCompilerIsNoJdk() throws Exception {
        Files.delete(jdk("jvm/jre-25", 25).resolve("bin/javac"));

        assertThat(sluice("doctor").exitCode()).isEqualTo(1);
    }

    @Test
    void buildsOnceAndThenOnlyWhatChanged() throws Exception {
        jdk("jvm/jdk-25", 25);

        assertThat(sluice("up").output()).contains("[8/8] cli").contains("dev.sluice.cli.Main up");
        sluice("up");
        assertThat(builds()).isEqualTo(1);

        Path source = project.resolve("cli/src/main/java/New.java");
        Files.writeString(source, "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        sluice("down");
        assertThat(builds()).as("down never rebuilds").isEqualTo(1);
        sluice("up");
        assertThat(builds()).isEqualTo(2);

        Files.delete(project.resolve("data-plane/target/data-plane-0.1.0.jar"));
        sluice("up");
        assertThat(builds()).as("what was cleaned away is built again").isEqualTo(3);
    }

    @Test
    void whoComesDuringABuildWaitsForIt() throws Exception {
        jdk("jvm/jdk-25", 25);
        var build = Files.readString(bin.resolve("mvn"));
        script(bin.resolve("mvn"), "until [ -e go ]; do sleep 0.05; done\n" + build);

        var first = start(project.resolve("sluice"), "up");
        try (var said = first.inputReader()) {
            assertThat(said.readLine()).startsWith("Building Sluice");
            var second = start(project.resolve("sluice"), "--help");
            try (var heard = second.inputReader()) {
                assertThat(heard.readLine())
                        .startsWith("Waiting for another ./sluice (process " + first.pid() + ",");
                Files.createFile(project.resolve("go"));
                assertThat(heard.lines().toList())
                        .singleElement()
                        .asString()
                        .contains("dev.sluice.cli.Main --help");
            }
            assertThat(said.lines().toList().getLast()).contains("dev.sluice.cli.Main up");
        }
        assertThat(builds()).isEqualTo(1);
        assertThat(Files.isSymbolicLink(project.resolve("target/sluice.build.lock"))).isFalse();
    }

    @Test
    void aBuildThatWasKilledHoldsNobodyUp() throws Exception {
        jdk("jvm/jdk-25", 25);
        Files.createDirectories(project.resolve("target"));
        var dead = start(Path.of("/bin/sh"), "-c", "exit 0");
        dead.waitFor();
        Files.createSymbolicLink(
                project.resolve("target/sluice.build.lock"), Path.of(Long.toString(dead.pid())));

        var run = sluice("up");

        assertThat(run.output()).contains("dev.sluice.cli.Main up").doesNotContain("Waiting");
        assertThat(Files.isSymbolicLink(project.resolve("target/sluice.build.lock"))).isFalse();
    }

    @Test
    void buildsNothingWhenToldSo() throws Exception {
        jdk("jvm/jdk-25", 25);
        environment.put("SLUICE_BUILD", "never");

        assertThat(sluice("up").output()).contains("nothing is built");
        Files.createDirectories(project.resolve("cli/target"));
        Files.writeString(project.resolve("cli/target/cli-0.1.0.jar"), "");
        assertThat(sluice("up").output()).contains("dev.sluice.cli.Main up");
        assertThat(project.resolve("maven.calls")).doesNotExist();
    }

    @Test
    void showsWhyTheBuildFailed() throws Exception {
        jdk("jvm/jdk-25", 25);
        script(bin.resolve("mvn"), "echo '[INFO] much'; echo '[ERROR] this is why'; exit 1\n");

        var run = sluice("up");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("[ERROR] this is why").doesNotContain("much");
        assertThat(run.output()).contains("sluice.build.log");
        assertThat(sluice("up").output()).as("tries again").contains("[ERROR] this is why");
    }

    @Test
    void saysThatMavenIsMissing() throws Exception {
        jdk("jvm/jdk-25", 25);
        Files.delete(bin.resolve("mvn"));

        var run = sluice("up");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output().lines()).hasSize(1);
        assertThat(run.output()).contains("Maven is needed");
    }

    @Test
    void worksThroughALinkAndHandsOnTheExitCode() throws Exception {
        Path jdk = jdk("jvm/jdk-25", 25);
        sluice("down");
        script(jdk.resolve("bin/java"), "exit 4\n");
        Path link = Files.createSymbolicLink(dir.resolve("sluice-link"), project.resolve("sluice"));

        assertThat(run(link, "apply", "-f", "a file.yaml").exitCode()).isEqualTo(4);
        assertThat(run(link, "test").exitCode()).isEqualTo(4);
    }

    private long builds() throws IOException {
        return Files.readAllLines(project.resolve("maven.calls")).size();
    }

    private Run sluice(String... args) throws Exception {
        return run(project.resolve("sluice"), args);
    }

    private Run run(Path launcher, String... args) throws Exception {
        var process = start(launcher, args);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private Process start(Path launcher, String... args) throws IOException {
        var words = new ArrayList<String>();
        words.add(launcher.toString());
        words.addAll(List.of(args));
        var builder = new ProcessBuilder(words).redirectErrorStream(true).directory(dir.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private Path jdk(String place, int version) throws IOException {
        Path home = Files.createDirectories(dir.resolve(place));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"%d.0.3\"\n".formatted(version));
        script(home.resolve("bin/java"), "echo \"java of %s: $*\"\n".formatted(home));
        script(home.resolve("bin/javac"), "exit 0\n");
        return home;
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        executable(file);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
