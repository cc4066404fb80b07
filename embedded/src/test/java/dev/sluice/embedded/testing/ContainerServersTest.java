package dev.sluice.embedded.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Which servers tests get; both answers are right for docker, by whether an engine is there. */
class ContainerServersTest {
    @Test
    void embeddedNeverAsksForAnEngine() {
        assertThat(ContainerServers.start("redis", "embedded")).isEmpty();
    }

    @Test
    void dockerGivesAServerOrSaysThatNoEngineAnswers() throws Exception {
        if (engineAnswers()) {
            assertThat(ContainerServers.start("redis", "docker"))
                    .hasValueSatisfying(address -> assertThat(address).startsWith("redis://"));
            return;
        }
        assertThatThrownBy(() -> ContainerServers.start("redis", "docker"))
                .hasMessage("SLUICE_TEST_INFRA is docker, but no Docker engine answers.");
    }

    @Test
    void refusesAChoiceThatItDoesNotKnow() {
        assertThatThrownBy(() -> ContainerServers.start("redis", "podman"))
                .hasMessageContaining("must be auto, embedded or docker, not podman");
    }

    private static boolean engineAnswers() throws InterruptedException {
        try {
            return new ProcessBuilder("sh", "-c", "docker version >/dev/null 2>&1")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noShell) {
            return false;
        }
    }
}
