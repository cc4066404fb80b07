package dev.sluice.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A project's folder as after a build, whose planes are stand-ins that answer and do nothing. */
final class StandInProject {
    private static final Map<String, String> MAINS =
            Map.of(
                    "admin-ui", "dev.sluice.admin.ConsoleApplication",
                    "data-plane", "dev.sluice.dataplane.DataPlane",
                    "simulator", "dev.sluice.simulator.Simulator");

    private StandInProject() {}

    static Path make(Path home) throws IOException {
        String template;
        try (var in = StandInProject.class.getResourceAsStream("/StandInServer.java.txt")) {
            template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (var main : MAINS.entrySet()) {
            jar(home, main.getKey(), main.getValue(), template);
        }
        return home;
    }

    private static void jar(Path home, String module, String main, String template)
            throws IOException {
        int dot = main.lastIndexOf('.');
        String name = main.substring(dot + 1);
        Path folder = Files.createDirectories(home.resolve(module).resolve("target"));
        Path source = folder.resolve(name + ".java");
        Files.writeString(
                source,
                "package %s;\n%s"
                        .formatted(main.substring(0, dot), template)
                        .replace("CLASS_NAME", name));
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", folder.toString(), source.toString());
        if (failed != 0) {
            throw new IllegalStateException(main + " does not compile");
        }
        String entry = main.replace('.', '/') + ".class";
        try (var jar =
                new JarOutputStream(Files.newOutputStream(folder.resolve(module + "-0.1.0.jar")))) {
            jar.putNextEntry(new JarEntry(entry));
            Files.copy(folder.resolve(entry), jar);
        }
    }
}
