package dev.sluice.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.config.ControlPlaneClient.Change;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    @Test
    void alignsTheChangesAndCountsThem() {
        var changes =
                List.of(
                        new Change("create", "upstream", "deepseek", null),
                        new Change("update", "alias", "chat", "targets[0].weight: 70 -> 50"),
                        new Change("delete", "key", "payments/bot/old", "revoked"));

        assertThat(PlanText.lines(changes))
                .containsExactly(
                        "  + create  upstream  deepseek",
                        "  ~ update  alias     chat              targets[0].weight: 70 -> 50",
                        "  - delete  key       payments/bot/old  revoked",
                        "Plan: 1 to create, 1 to update, 1 to delete.");
    }

    @Test
    void warnsWhenMostIsDeletion() {
        var gone =
                List.of(
                        new Change("create", "alias", "chat", null),
                        new Change("delete", "tenant", "one", null),
                        new Change("delete", "tenant", "two", null));

        assertThat(PlanText.lines(gone).getLast()).startsWith("Most of this is deletion.");
        assertThat(PlanText.lines(gone.subList(0, 2)).getLast()).startsWith("Plan:");
    }

    @Test
    void saysWhenThereIsNothingToDo() {
        assertThat(PlanText.lines(List.of())).singleElement().asString().startsWith("No changes");
    }
}
