package dev.sluice.dataplane.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.health.HealthBoard.Usability;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.UpstreamModel;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class TargetOrderTest {
    private static final String TARGETS =
            "\"targets\":[{\"model\":\"a\",\"weight\":70},{\"model\":\"b\",\"weight\":30},"
                    + "{\"model\":\"c\",\"weight\":0}]";

    private final Map<String, UpstreamModel> models = new LinkedHashMap<>();
    private final Map<String, Usability> health = new HashMap<>();
    private final Random random = new Random(3);
    private ToDoubleFunction<UpstreamModel> load = model -> 0;

    private void model(String name, String price, String quality) {
        models.put(
                name,
                SluiceJson.mapper()
                        .readValue(
                                "{\"name\":\""
                                        + name
                                        + "\",\"upstream\":\"up\",\"quality\":"
                                        + quality
                                        + ",\"prices\":[{\"from\":\"2020-01-01T00:00:00Z\","
                                        + "\"perMillion\":{\"input\":"
                                        + price
                                        + "}}]}",
                                UpstreamModel.class));
    }

    private List<String> order(String strategy) {
        if (models.isEmpty()) {
            model("a", "3.0", "0.7");
            model("b", "1.0", "0.9");
            model("c", "2.0", "0.8");
        }
        var alias =
                SluiceJson.mapper()
                        .readValue(
                                "{\"name\":\"x\",\"strategy\":\""
                                        + strategy
                                        + "\","
                                        + TARGETS
                                        + "}",
                                ModelAlias.class);
        var snapshot = new Snapshot(1, "USD", Map.of(), models, Map.of(), Map.of(), Map.of());
        return new TargetOrder(snapshot, Instant.parse("2026-01-01T00:00:00Z"), random)
                        .order(
                                alias,
                                model -> health.getOrDefault(model.name(), Usability.GOOD),
                                load,
                                load)
                        .stream()
                        .map(ranked -> ranked.model().name())
                        .toList();
    }

    private Map<String, Integer> firsts(String strategy, int times) {
        var counts = new HashMap<String, Integer>();
        for (var i = 0; i < times; i++) {
            counts.merge(order(strategy).getFirst(), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void drawsByWeight() {
        var counts = firsts("weighted", 10_000);

        assertThat(counts.get("a")).isBetween(6_700, 7_300);
        assertThat(counts).doesNotContainKey("c");
        assertThat(order("weighted")).containsExactlyInAnyOrder("a", "b", "c").endsWith("c");
    }

    @Test
    void givesADegradedTargetASeventhOfItsWeight() {
        health.put("a", Usability.DEGRADED);

        assertThat(firsts("weighted", 10_000).get("a")).isBetween(2_200, 2_800);
    }

    @Test
    void triesADegradedTargetFirstOnlyNowAndThen() {
        health.put("a", Usability.DEGRADED);

        assertThat(firsts("priority", 7_000).get("a")).isBetween(850, 1_150);
        assertThat(firsts("priority", 7_000).get("b")).isBetween(5_850, 6_150);
    }

    @Test
    void keepsWhatIsOutForTheLast() {
        health.put("a", Usability.OUT);

        assertThat(order("priority")).containsExactly("b", "c", "a");
        assertThat(firsts("weighted", 1_000)).doesNotContainKey("a");
    }

    @Test
    void ordersByPlacePriceQualityAndLoad() {
        assertThat(order("priority")).containsExactly("a", "b", "c");
        assertThat(order("cost")).containsExactly("b", "c", "a");
        assertThat(order("quality")).containsExactly("b", "c", "a");
        load = model -> model.name().equals("a") ? 1 : 5;
        assertThat(order("least-loaded").getFirst()).isEqualTo("a");
        assertThat(order("latency").getFirst()).isEqualTo("a");
    }
}
