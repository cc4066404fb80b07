package dev.sluice.system.stack;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code stack.json} as the contract has it. */
public record StackFile(
        List<String> gateway,
        String console,
        List<String> management,
        String simulator,
        Admin admin,
        Map<String, String> keys,
        Map<String, Long> pids,
        long version) {
    public record Admin(String user, String password, String token) {}

    int simulatorPort() {
        return URI.create(simulator).getPort();
    }

    static StackFile read(Path file) {
        try {
            return SluiceJson.mapper().readValue(Files.readAllBytes(file), StackFile.class);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
