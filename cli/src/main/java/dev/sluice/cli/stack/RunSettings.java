package dev.sluice.cli.stack;

import dev.sluice.model.json.SluiceJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** With which ports the processes of a directory were started; kept beside them. */
public record RunSettings(int portOffset, int nodes) {
    private static final String FILE = "run.json";

    /** The settings of the last start; nothing where nothing was started yet. */
    public static Optional<RunSettings> load(Path dir) {
        Path file = dir.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(
                        SluiceJson.mapper().readValue(PrivateFiles.read(file), RunSettings.class))
                : Optional.empty();
    }

    void save(Path dir) {
        PrivateFiles.write(dir.resolve(FILE), SluiceJson.mapper().writeValueAsString(this));
    }
}
