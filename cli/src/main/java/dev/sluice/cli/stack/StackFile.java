package dev.sluice.cli.stack;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code stack.json}: how to reach a running stack. Tools outside the project read it. */
public record StackFile(
        List<String> gateway,
        String console,
        List<String> management,
        String simulator,
        StackSecrets.Admin admin,
        Map<String, String> keys,
        Map<String, Long> pids,
        long version) {
    private static final String FILE = "stack.json";

    /** What the directory's file says, if a stack was brought up there. */
    public static Optional<StackFile> load(Path dir) {
        Path file = dir.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(
                        SluiceJson.mapper().readValue(PrivateFiles.read(file), StackFile.class))
                : Optional.empty();
    }

    public void save(Path dir) {
        var writer = SluiceJson.mapper().writerWithDefaultPrettyPrinter();
        PrivateFiles.write(dir.resolve(FILE), writer.writeValueAsString(this) + "\n");
    }

    public StackFile with(Map<String, String> newKeys, long newVersion) {
        return new StackFile(
                gateway, console, management, simulator, admin, newKeys, pids, newVersion);
    }

    /** The names of the nodes, in the order of {@code gateway}. */
    public List<String> nodeNames() {
        var names = new ArrayList<String>();
        for (int node = 1; node <= gateway.size(); node++) {
            names.add(StackLayout.node(node));
        }
        return names;
    }

    /** A stack that does not run has no such file. */
    public static void delete(Path dir) {
        try {
            Files.deleteIfExists(dir.resolve(FILE));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot remove " + dir.resolve(FILE), failure);
        }
    }
}
