package dev.sluice.model.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MakeKeysetTest {
    @TempDir Path dir;

    @Test
    void makesAKeysetOnceAndForItsOwnerOnly() throws Exception {
        Path file = dir.resolve("keyset.json");
        MakeKeyset.make(file);
        String first = Files.readString(file);
        MakeKeyset.make(file);

        assertThat(Files.readString(file)).isEqualTo(first);
        var sealer = SecretSealer.fromKeyset(first);
        assertThat(sealer.open(sealer.seal("s", "up", "main"), "up", "main")).isEqualTo("s");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
