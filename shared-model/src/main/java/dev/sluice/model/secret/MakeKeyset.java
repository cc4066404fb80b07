package dev.sluice.model.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes the keyset file of an installation: {@code MakeKeyset <file>}. One that is there stays,
 * since a new one could not open what the old one has sealed.
 */
public final class MakeKeyset {
    private MakeKeyset() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("Expected: the file to make");
        }
        make(Path.of(args[0]));
    }

    /** Writes a new keyset that only its owner may read, unless there is one. */
    static void make(Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path fresh =
                Files.createTempFile(
                        file.toAbsolutePath().getParent(), "keyset", ".new", ownerOnly);
        Files.writeString(fresh, SecretSealer.generateKeyset());
        Files.move(fresh, file);
    }
}
