package dev.sluice.dataplane.telemetry;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.UsageEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The node's figures, published once per call from its usage event. Labels are names of the config
 * and codes of fixed lists: their number is bounded.
 */
public final class NodeMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofSeconds(60),
        Duration.ofSeconds(300)
    };

    private record CallLabels(String alias, String status, String code) {}

    private record CallMeters(
            Counter requests, Timer duration, Timer firstToken, Counter input, Counter output) {}

    private record AttemptLabels(String upstream, String instance, String code) {}

    private record TokenLabels(String upstream, String outcome) {}

    private record LossLabels(Dialect caller, Dialect target) {}

    private final MeterRegistry registry;
    private final Map<CallLabels, CallMeters> calls = new ConcurrentHashMap<>();
    private final Map<AttemptLabels, Timer> attempts = new ConcurrentHashMap<>();
    private final Map<TokenLabels, Counter> tokens = new ConcurrentHashMap<>();
    private final Map<LossLabels, Counter> losses = new ConcurrentHashMap<>();
    private final Map<String, Counter> refusals = new ConcurrentHashMap<>();
    private final Counter retries;
    private final Timer gatewayTime;

    public NodeMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.retries =
                Counter.builder("sluice.retries")
                        .description("tries after the first")
                        .register(registry);
        this.gatewayTime =
                timer("sluice.gateway.time", "the gateway's own share of a call")
                        .register(registry);
    }

    private static Timer.Builder timer(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS);
    }

    /** A figure that is read when somebody asks. */
    public void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    void ended(UsageEvent event) {
        var code = event.errorCode() == null ? "" : event.errorCode();
        var meters =
                calls.computeIfAbsent(
                        new CallLabels(event.alias(), event.status().text(), code), this::meters);
        meters.requests.increment();
        meters.duration.record(Duration.ofMillis(event.totalMs()));
        if (event.firstTokenMs() != null) {
            meters.firstToken.record(Duration.ofMillis(event.firstTokenMs()));
        }
        meters.input.increment((double) event.tokens().input());
        meters.output.increment((double) event.tokens().output());
        gatewayTime.record(Duration.ofMillis(Math.max(0, event.gatewayMs())));
        event.attempts().forEach(this::attempt);
        retries.increment(Math.max(0, event.attempts().size() - 1));
    }

    private CallMeters meters(CallLabels labels) {
        String[] tags = {"alias", labels.alias, "status", labels.status, "code", labels.code};
        return new CallMeters(
                Counter.builder("sluice.requests")
                        .description("calls that were admitted")
                        .tags(tags)
                        .register(registry),
                timer("sluice.request.duration", "from the first byte to the last")
                        .tags(tags)
                        .register(registry),
                timer("sluice.first.token", "from the first byte to the first content")
                        .tags(tags)
                        .register(registry),
                Counter.builder("sluice.tokens")
                        .description("tokens that were billed")
                        .tags("alias", labels.alias, "kind", "input", "status", labels.status)
                        .tag("code", labels.code)
                        .register(registry),
                Counter.builder("sluice.tokens")
                        .description("tokens that were billed")
                        .tags("alias", labels.alias, "kind", "output", "status", labels.status)
                        .tag("code", labels.code)
                        .register(registry));
    }

    private void attempt(Attempt attempt) {
        var labels =
                new AttemptLabels(
                        attempt.upstream(),
                        orEmpty(attempt.instance()),
                        orEmpty(attempt.errorCode()));
        attempts.computeIfAbsent(
                        labels,
                        key ->
                                timer("sluice.upstream.attempts", "tries by upstream and outcome")
                                        .tags("upstream", key.upstream)
                                        .tags("instance", key.instance, "code", key.code)
                                        .register(registry))
                .record(Duration.ofMillis(attempt.totalMs()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** A token endpoint was asked; outcomes are a fixed list. */
    public void askedForToken(String upstream, String outcome) {
        tokens.computeIfAbsent(
                        new TokenLabels(upstream, outcome),
                        key ->
                                Counter.builder("sluice.token.fetches")
                                        .description("questions to token endpoints by outcome")
                                        .tags("upstream", key.upstream, "outcome", key.outcome)
                                        .register(registry))
                .increment();
    }

    void lost(Dialect caller, Dialect target, int count) {
        losses.computeIfAbsent(
                        new LossLabels(caller, target),
                        key ->
                                Counter.builder("sluice.losses")
                                        .description("what translations could not keep")
                                        .tags("caller", key.caller.text())
                                        .tags("target", key.target.text())
                                        .register(registry))
                .increment(count);
    }

    void refused(GatewayFailure failure) {
        refusals.computeIfAbsent(
                        failure.code().code(),
                        code ->
                                Counter.builder("sluice.refusals")
                                        .description("requests answered without an upstream")
                                        .tag("code", code)
                                        .register(registry))
                .increment();
    }
}
