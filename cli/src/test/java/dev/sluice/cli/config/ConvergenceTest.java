package dev.sluice.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.CommandFailure;
import dev.sluice.cli.config.ControlPlaneClient.Fleet;
import dev.sluice.cli.config.ControlPlaneClient.Node;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConvergenceTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void waitsForTheLastNode() {
        var answers =
                new ArrayDeque<>(
                        List.of(
                                fleet(node("node-1", 7, 1)),
                                fleet(node("node-1", 7, 1), node("node-2", 6, 1)),
                                fleet(node("node-1", 7, 1), node("node-2", 7, 1))));

        convergence(answers).await(7, List.of("node-1", "node-2"), Duration.ofSeconds(10));

        assertThat(answers).hasSize(1);
    }

    @Test
    void namesTheNodesThatStayBehindAndWhy() {
        var refused = new Node("node-1", 6, NOW, NOW, "alias 'chat': no such model");
        var answers = new ArrayDeque<>(List.of(fleet(refused)));

        assertThatThrownBy(() ->
                        convergence(answers).await(7, List.of("node-1", "node-2"), Duration.ZERO))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> {
                            assertThat(failure.exitCode()).isEqualTo(4);
                            assertThat(failure.lines())
                                    .containsExactly(
                                            "sluice: node-1 has version 6, not 7: alias 'chat': no such model",
                                            "sluice: node-2 has not reported to the control plane");
                        });
    }

    @Test
    void doesNotWaitForAStrangerThatIsAway() {
        var answers = new ArrayDeque<>(List.of(fleet(node("node-1", 7, 1), node("gone", 3, 90))));

        convergence(answers).await(7, List.of("node-1"), Duration.ZERO);

        assertThat(answers).hasSize(1);
    }

    @Test
    void waitsForANodeThatNobodyNamedButThatIsThere() {
        var answers = new ArrayDeque<>(List.of(fleet(node("other", 3, 1))));

        assertThatThrownBy(() -> convergence(answers).await(7, List.of(), Duration.ZERO))
                .hasMessageContaining("other has version 3, not 7");
    }

    private static Convergence convergence(ArrayDeque<Fleet> answers) {
        return new Convergence(
                () -> answers.size() > 1 ? answers.removeFirst() : answers.getFirst(),
                InstantSource.fixed(NOW));
    }

    private static Fleet fleet(Node... nodes) {
        return new Fleet(7, List.of(nodes));
    }

    private static Node node(String name, long version, int secondsAgo) {
        return new Node(name, version, NOW, NOW.minusSeconds(secondsAgo), null);
    }
}
