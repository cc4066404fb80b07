package dev.sluice.cli.stack;

import dev.sluice.cli.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the build made of each module, found from the project's folder ({@code -Dsluice.home}). */
public record ProjectJars(Path home) {
    public static ProjectJars find() {
        return new ProjectJars(Path.of(System.getProperty("sluice.home", "")).toAbsolutePath());
    }

    /** The module's own jar and everything it needs. */
    String classPath(String module) {
        Path target = home.resolve(module).resolve("target");
        return newestJar(module, target) + File.pathSeparator + target.resolve("lib").resolve("*");
    }

    private static Path newestJar(String module, Path target) {
        try (var jars = Files.newDirectoryStream(target, module + "-[0-9]*.jar")) {
            var found = new ArrayList<Path>();
            for (Path jar : jars) {
                if (!jar.toString().endsWith("-tests.jar")) {
                    found.add(jar);
                }
            }
            return found.stream()
                    .max(Comparator.comparingLong(jar -> jar.toFile().lastModified()))
                    .orElseThrow(() -> notBuilt(module));
        } catch (IOException noFolder) {
            throw notBuilt(module);
        }
    }

    private static CommandFailure notBuilt(String module) {
        return CommandFailure.failed(
                "sluice: %s is not built. Run ./sluice up from the project's folder, which builds it."
                        .formatted(module));
    }

    /** Words that start a JVM with the flags that all of Sluice's processes share. */
    public List<String> java(String module, String main, String... flags) {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(flags));
        words.addAll(
                List.of(
                        "-XX:+UseCompactObjectHeaders",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dio.lettuce.core.jfr=false", // its events cost a second at the start
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        classPath(module),
                        main));
        return words;
    }
}
