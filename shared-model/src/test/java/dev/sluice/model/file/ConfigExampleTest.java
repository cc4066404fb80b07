package dev.sluice.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example of the documentation is one that would be applied. */
class ConfigExampleTest {
    @Test
    void isWithoutFault() throws Exception {
        var text = Files.readString(Path.of("..", "docs", "config-example.yaml"));

        var result =
                ConfigFileReader.read(
                        text, Map.of("DEEPSEEK_API_KEY", "one", "VLLM_API_KEY", "two"));

        assertThat(result.faults()).isEmpty();
        var documents = result.file().orElseThrow().documents();
        assertThat(ConfigRules.check(documents, Installation.DEFAULT)).isEmpty();
        assertThat(documents).filteredOn(it -> it.kind() == DocumentKind.TENANT).hasSize(2);
    }
}
