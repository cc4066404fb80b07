package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.file.ConfigFileReader;
import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The config of these tests is sound: says so in a second, before a stack is started for it. */
@Order(1)
class SystemConfigTest {
    @Test
    void isSound() throws IOException {
        try (var in = Objects.requireNonNull(getClass().getResourceAsStream("/system.yaml"))) {
            String text =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .replace("${SIM}", "http://127.0.0.1:9900");

            ConfigFileReader.Result read =
                    ConfigFileReader.read(text, Map.of("SYSTEM_UPSTREAM_SECRET", "x"));

            assertThat(read.faults()).isEmpty();
            assertThat(
                            ConfigRules.check(
                                    read.file().orElseThrow().documents(), Installation.DEFAULT))
                    .isEmpty();
        }
    }
}
