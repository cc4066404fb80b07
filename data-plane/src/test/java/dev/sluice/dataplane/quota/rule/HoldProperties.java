package dev.sluice.dataplane.quota.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.Edge;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.RandomPrices;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** What is held for a call covers what any of its candidates can make of it. */
class HoldProperties {
    private static final long CAP = 3_000;

    private static final InputCounter AS_COUNTED =
            new InputCounter() {
                @Override
                public Future<Long> count(Call call, UpstreamModel model) {
                    return Future.succeededFuture(0L);
                }

                @Override
                public long worstCase(UpstreamModel model, long counted) {
                    return counted;
                }
            };

    @Property(tries = 1000)
    void coversEveryCandidateInTheTenantsCurrency(@ForAll long seed) {
        var some = new RandomPrices(seed);
        var candidates = new ArrayList<Candidate>();
        for (var i = 0; i < 3; i++) {
            candidates.add(candidate("m" + i, some.price()));
        }
        var asked = some.asked();
        var tariff = some.tariff();
        var input = some.upTo(5_000);
        var plan = plan(candidates, asked, some.instant(), tariff);

        var worst = WorstCase.of(plan, input, AS_COUNTED, null);

        var budget = worst.money();
        assertThat(budget).isNotNull();
        for (var candidate : candidates) {
            var usage = some.usage(input, CAP, 0, 0).servedAt(asked);
            var quote =
                    tariff.quote(candidate.model().priceBook(), plan.call().startedAt())
                            .orElseThrow();
            assertThat(budget).isGreaterThanOrEqualTo(quote.cost(usage));
            assertThat(budget).isGreaterThanOrEqualTo(worst.at(candidate, plan));
        }
    }

    private static Candidate candidate(String name, Price price) {
        var mapper = SluiceJson.mapper();
        return new Candidate(
                mapper.readValue(
                        "{\"name\":\"a\",\"targets\":[{\"model\":\"m\"}]}", ModelAlias.class),
                new UpstreamModel(
                        name, "u", null, null, null, null, null, null, List.of(price), null),
                mapper.readValue("{\"name\":\"u\",\"provider\":\"openai\"}", Upstream.class),
                "");
    }

    private static RoutePlan plan(
            List<Candidate> candidates, @Nullable String asked, Instant at, Tariff tariff) {
        var body =
                JsonFields.scan(
                        (asked == null ? "{}" : "{\"service_tier\":\"" + asked + "\"}")
                                .getBytes(StandardCharsets.UTF_8));
        var call =
                new Call(
                        new UUID(1, 2),
                        "req",
                        "trace",
                        null,
                        at,
                        0,
                        Door.of(Dialect.OPENAI_CHAT, Operation.CHAT),
                        CallerWishes.NONE,
                        body,
                        new Envelope(
                                "a", false, false, CAP, "max_tokens", 1, 1, false, false, null),
                        null,
                        "10.0.0.1",
                        new Snapshot(
                                1,
                                "USD",
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                Edge.NONE,
                                Map.of("t", tariff)));
        var key =
                new KeyEntry(
                        "k",
                        new KeyPath("t", "a", "k", null),
                        List.of(KeyState.ACTIVE),
                        List.of(),
                        ZoneOffset.UTC,
                        Set.of("a"),
                        null,
                        null,
                        List.of(),
                        null);
        var grant = new Grant(call, new Caller(key, "10.0.0.1"), candidates.getFirst().alias());
        return new RoutePlan(grant, candidates, CAP, List.of());
    }
}
