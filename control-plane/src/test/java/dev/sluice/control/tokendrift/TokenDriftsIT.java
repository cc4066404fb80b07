package dev.sluice.control.tokendrift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageStatus;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

class TokenDriftsIT extends ControlPlaneTest {
    private static final Instant DAY = Instant.parse("2024-03-10T00:00:00Z");
    private static final String SPAN = "?from=2024-03-10&to=2024-03-10";

    private final String model = "drifting-" + UUID.randomUUID();

    @Autowired private Ledger ledger;
    @Autowired private TokenDrifts drifts;

    @Test
    void comparesBothCountsOfEveryAttemptThatHasBoth() throws SQLException {
        for (var i = 1; i <= 20; i++) {
            // Half of them 2 % above our count, one 30 %, the rest as we counted.
            book(100, i == 20 ? 130 : i % 2 == 0 ? 102 : 100, "upstream");
        }
        book(100, 100, "counted");

        var found = find();

        assertThat(found.path("attempts").asInt()).isEqualTo(21);
        assertThat(found.path("reported").asInt()).isEqualTo(20);
        var input = found.path("input");
        assertThat(input.path("counted").asInt()).isEqualTo(2000);
        assertThat(input.path("upstream").asInt()).isEqualTo(2048);
        assertThat(input.path("share").decimalValue()).isEqualByComparingTo("1.024");
        assertThat(input.path("p50").decimalValue()).isEqualByComparingTo("1");
        assertThat(input.path("p95").decimalValue()).isEqualByComparingTo("1.02");
        assertThat(input.path("apart").asInt()).isEqualTo(1);
        assertThat(input.path("suggestedMarginPercent").asInt()).isEqualTo(2);
        assertThat(found.path("output").path("share").decimalValue()).isEqualByComparingTo("1");
    }

    @Test
    void neverSuggestsLessThanNothing() throws SQLException {
        book(100, 50, "upstream");

        var input = find().path("input");

        assertThat(input.path("p95").decimalValue()).isEqualByComparingTo("0.5");
        assertThat(input.path("suggestedMarginPercent").asInt()).isZero();
    }

    @Test
    void looksAtSomeOfVeryManyCalls() throws SQLException {
        for (var i = 0; i < 60; i++) {
            book(100, 102, "upstream");
        }
        var day = LocalDate.ofInstant(DAY, ZoneOffset.UTC);

        var all = drifts.of(day, day, 1_000_000);
        var some = drifts.of(day, day, 20);

        assertThat(all.lookedAtPercent()).isEqualByComparingTo("100");
        assertThat(some.lookedAtPercent()).isBetween(BigDecimal.ONE, new BigDecimal("33.34"));
        var attempts = some.models().stream().mapToLong(TokenDrift.Model::attempts).sum();
        assertThat(attempts)
                .isLessThan(all.models().stream().mapToLong(TokenDrift.Model::attempts).sum());
    }

    @Test
    void isForThePlatform() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one");
        var bound = token(Map.of("name", "own", "roles", List.of("finance"), "tenant", "one"));

        assertThat(bound.get("/api/v1/reports/token-drift").status()).isEqualTo(403);
        assertThat(
                        admin().get("/api/v1/reports/token-drift?from=2024-01-01&to=2024-12-01")
                                .status())
                .isEqualTo(400);
        assertThat(admin().get("/api/v1/reports/token-drift").status()).isEqualTo(200);
    }

    private JsonNode find() {
        return Sample.expect(admin().get("/api/v1/reports/token-drift" + SPAN), 200)
                .json()
                .path("models")
                .valueStream()
                .filter(it -> it.path("model").asString().equals(model))
                .findFirst()
                .orElseThrow();
    }

    private void book(long counted, long reported, String source) throws SQLException {
        var call = Calls.call(Uuid7.at(DAY.toEpochMilli()), UsageStatus.COMPLETED, 1, 1, 1);
        call = Calls.with(call, "model", model);
        call = Calls.with(call, "usageSource", source);
        call = Calls.with(call, "tokens", TokenUsage.of(reported, 7));
        call = Calls.with(call, "counted", Map.of("input", counted, "output", 7));
        ledger.book(FeedStep.of(List.of(Calls.entry(call))));
    }
}
