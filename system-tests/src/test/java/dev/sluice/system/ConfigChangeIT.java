package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Caller;
import dev.sluice.system.client.Load;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A published change is on every node within a second and costs nobody a call. */
@OnNodes(2)
@Order(120)
class ConfigChangeIT {
    private static final Duration EFFECTIVE = Duration.ofSeconds(1);
    private static final Map<String, String> ENVIRONMENT =
            Map.of("SYSTEM_UPSTREAM_SECRET", "system-tests-upstream-credential");

    private static void apply(Stack stack, String text) {
        stack.admin().apply(text, ENVIRONMENT);
    }

    @Test
    void refusesARevokedKeyOnEveryNode(Stack stack) {
        List<Caller> callers = stack.callers("acme/leaver/gone");
        assertThat(callers)
                .allSatisfy(caller ->
                        assertThat(caller.chat("chat", "#sim tokens=1", 5).status())
                                .isEqualTo(200));

        apply(
                stack,
                stack.config()
                        .replace("{name: gone}, {name: stays}] # key gone", "{name: stays}]"));

        await().atMost(EFFECTIVE)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() ->
                        assertThat(callers)
                                .allSatisfy(caller ->
                                        assertThat(caller.chat("chat", "#sim tokens=1", 5).status())
                                                .isEqualTo(401)));
        assertThat(stack.caller("acme/leaver/stays").chat("chat", "#sim tokens=1", 5).status())
                .isEqualTo(200);
    }

    @Test
    void movesTheTrafficWithoutAFailedCall(Stack stack) {
        String moved =
                stack.config()
                        .replace(
                                "[{model: east-model, weight: 100}, {model: west-model, weight: 0}]",
                                "[{model: east-model, weight: 0}, {model: west-model, weight: 100}]");
        assertThat(moved).isNotEqualTo(stack.config());
        Load load = Load.begin(stack.callers("acme/load/main"), "swing", 8, Duration.ofMillis(20));
        await().atMost(Duration.ofSeconds(20)).until(() -> load.count() > 100);
        assertThat(stack.simulator().model("sim-west").path("begun").asInt()).isZero();

        apply(stack, moved);
        await().during(EFFECTIVE).atMost(Duration.ofSeconds(3)).until(() -> true);
        int eastAfterASecond = stack.simulator().model("sim-east").path("begun").asInt();
        int callsBefore = load.count();
        await().atMost(Duration.ofSeconds(20)).until(() -> load.count() > callsBefore + 100);

        assertThat(load.end()).filteredOn(outcome -> !outcome.good()).isEmpty();
        assertThat(stack.simulator().model("sim-east").path("begun").asInt())
                .isEqualTo(eastAfterASecond);
        assertThat(stack.simulator().model("sim-west").path("begun").asInt()).isGreaterThan(100);
    }
}
