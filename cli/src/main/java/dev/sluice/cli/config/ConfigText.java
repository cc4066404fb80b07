package dev.sluice.cli.config;

import dev.sluice.cli.CommandFailure;
import dev.sluice.cli.ExitCode;
import dev.sluice.model.file.ConfigFile;
import dev.sluice.model.file.ConfigFileReader;
import dev.sluice.model.snapshot.DocumentKind;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A config file that has passed every check that needs no server.
 *
 * @param name how the user called the file; faults are printed with it
 * @param env the values of the {@code ${env:…}} in it, and no others
 * @param keyPaths keys and sub-keys in the order of the file
 */
public record ConfigText(String name, String text, Map<String, String> env, List<String> keyPaths) {
    public ConfigText {
        env = Map.copyOf(env);
        keyPaths = List.copyOf(keyPaths);
    }

    /** Reads and checks a file; fails with a line for every fault. */
    public static ConfigText read(String file, Map<String, String> environment) {
        try {
            return check(file, Files.readString(Path.of(file)), environment);
        } catch (MalformedInputException notUtf8) {
            throw CommandFailure.failed(file + ":1: the file is not UTF-8 text");
        } catch (IOException unreadable) {
            throw CommandFailure.failed(
                    "sluice: cannot read the config file %s: %s"
                            .formatted(file, reason(unreadable)));
        }
    }

    /** The text as it is, faults and all; nothing where it cannot be read. */
    public static Optional<ConfigText> unchecked(String file, Map<String, String> environment) {
        try {
            String text = Files.readString(Path.of(file));
            var env = EnvReferences.values(text, environment);
            return Optional.of(new ConfigText(file, text, env, List.of()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Fails when there is no such file, or none that can be read. */
    public static void requireFile(String file) {
        Path path = Path.of(file);
        if (!Files.isReadable(path)) {
            throw CommandFailure.failed(
                    "sluice: cannot read the config file %s: %s"
                            .formatted(
                                    file,
                                    Files.exists(path)
                                            ? "permission denied"
                                            : "there is no such file"));
        }
    }

    /** As {@link #read}, for a text that is at hand. */
    public static ConfigText check(String name, String text, Map<String, String> environment) {
        var env = EnvReferences.values(text, environment);
        var result = ConfigFileReader.read(text, env);
        if (!result.faults().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    result.faults().stream().map(fault -> fault.format(name)).toList());
        }
        return new ConfigText(name, text, env, result.file().map(ConfigText::keys).orElseThrow());
    }

    private static List<String> keys(ConfigFile file) {
        return file.documents().stream()
                .filter(document -> isKey(document.kind()))
                .map(document -> document.path())
                .toList();
    }

    private static boolean isKey(DocumentKind kind) {
        return kind == DocumentKind.KEY || kind == DocumentKind.SUB_KEY;
    }

    static String reason(IOException unreadable) {
        return switch (unreadable) {
            case java.nio.file.NoSuchFileException _ -> "there is no such file";
            case java.nio.file.AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(unreadable.getMessage());
        };
    }
}
