package dev.sluice.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.config.PriceListClient.Model;
import dev.sluice.cli.config.PriceListClient.NotTaken;
import dev.sluice.cli.config.PriceListClient.Plan;
import dev.sluice.cli.config.PriceListClient.Unused;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PricePlanTextTest {
    private static final Instant FROM = Instant.parse("2026-12-01T00:00:00Z");

    @Test
    void saysWhatBecomesOfEveryModel() {
        var plan =
                new Plan(
                        FROM,
                        List.of(
                                model("a", "add", null, false),
                                model("b", "add", null, true),
                                model("c", "refuse", "it is booked", false)),
                        List.of("d"),
                        new Unused(2, List.of("x", "y")),
                        "");

        assertThat(PricePlanText.lines(plan))
                .containsExactly(
                        "+ a (listed as l-a) from 2026-12-01T00:00:00Z, managed by sluice.yaml",
                        "    perMillion.input: 2 → 3",
                        "    not taken: web_cost 1: no place",
                        "    note: n",
                        "+ b (listed as l-b) from 2026-12-01T00:00:00Z, waits in your draft",
                        "    perMillion.input: 2 → 3",
                        "    not taken: web_cost 1: no place",
                        "    note: n",
                        "! c (listed as l-c) from 2026-12-01T00:00:00Z, managed by sluice.yaml",
                        "    refused: it is booked",
                        "    perMillion.input: 2 → 3",
                        "    not taken: web_cost 1: no place",
                        "    note: n",
                        "Not in the list: d",
                        "Listed and not used here: 2 models, such as x, y",
                        "Prices: 2 to add, 0 to replace, 0 unchanged, 1 refused.");
    }

    private static Model model(String name, String action, String reason, boolean drafted) {
        return new Model(
                name,
                "l-" + name,
                action,
                reason,
                "file",
                "sluice.yaml",
                FROM,
                List.of("perMillion.input: 2 → 3"),
                List.of(new NotTaken("web_cost", "1", "no place")),
                List.of("n"),
                drafted);
    }
}
