package dev.sluice.embedded;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The folder with the libraries of child JVMs, which the build makes ({@code
 * embedded/target/server-lib}). It is looked for at {@code -Dsluice.home}, then beside this class,
 * then upwards from the working directory.
 */
public final class ServerLibraries {
    private static final Path IN_PROJECT = Path.of("embedded", "target", "server-lib");

    private ServerLibraries() {}

    /** The class path for a main class of this module that needs more than its users have. */
    public static String classPath() {
        Path own = ownPlace();
        return own + File.pathSeparator + folder(own).resolve("*");
    }

    private static Path folder(Path own) {
        return candidates(own).stream()
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow(() ->
                        new ServerStartException(
                                "The servers' libraries are missing (%s). Build first: mvn -pl embedded process-classes"
                                        .formatted(IN_PROJECT)));
    }

    private static List<Path> candidates(Path own) {
        var places = new ArrayList<Path>();
        String home = System.getProperty("sluice.home");
        if (home != null) {
            places.add(Path.of(home).resolve(IN_PROJECT));
        }
        places.add(own.resolveSibling("server-lib"));
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            places.add(dir.resolve(IN_PROJECT));
        }
        return places;
    }

    private static Path ownPlace() {
        try {
            var source = ServerLibraries.class.getProtectionDomain().getCodeSource();
            return Path.of(Objects.requireNonNull(source).getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
