package dev.sluice.control.periods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Calls, true results, duplicates and adjustments in any order, with months closed in between: what
 * was closed stays to the byte, and all statements together are what the plain model says.
 */
class ClosedBooksIT extends ControlPlaneTest {
    private static final YearMonth FIRST = YearMonth.of(2024, 1);
    private static final int MONTHS = 4;
    private static final int CALLS = 120;

    @Autowired private Ledger ledger;

    private final Map<YearMonth, String> closed = new HashMap<>();
    private String tenant = "";
    private long adjustedNanos;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void neverChangesWhatIsClosedAndLosesNothing(long seed) throws Exception {
        tenant = "closed-" + UUID.randomUUID();
        CleanConfig.reset(database);
        Sample.publish(admin(), tenant);
        var random = new Random(seed);
        var stream = stream(random);
        var model = new HashMap<UUID, UsageEvent>();
        for (int from = 0; from < stream.size(); ) {
            int to = Math.min(stream.size(), from + 1 + random.nextInt(25));
            var step = stream.subList(from, to);
            ledger.book(FeedStep.of(step.stream().map(Calls::entry).toList()));
            step.forEach(event -> model.merge(event.eventId(), event, ClosedBooksIT::whatCounts));
            from = to;
            if (random.nextInt(3) == 0) {
                closeNext();
            }
            if (random.nextInt(4) == 0) {
                adjust(random);
            }
            assertThatClosedMonthsStay();
        }

        assertThat(billedNanos() - adjustedNanos)
                .isEqualTo(model.values().stream().mapToLong(it -> it.cost().nanos()).sum());
        assertThat(closed).hasSizeGreaterThan(1);
        assertThatEachMonthIsWhatIsPosted();
    }

    private static UsageEvent whatCounts(UsageEvent was, UsageEvent now) {
        return was.status() == UsageStatus.ABANDONED ? now : was;
    }

    private List<UsageEvent> stream(Random random) {
        var stream = new ArrayList<UsageEvent>();
        var start = Instant.parse("2024-01-01T00:00:00Z");
        for (int i = 0; i < CALLS; i++) {
            var at = start.plusSeconds(random.nextInt(MONTHS * 29 * 86_400));
            var id = Uuid7.at(at.toEpochMilli());
            if (random.nextInt(3) == 0) {
                stream.add(event(random, id, UsageStatus.ABANDONED));
            }
            if (random.nextInt(6) != 0) {
                var result = event(random, id, UsageStatus.COMPLETED);
                stream.addAll(Collections.nCopies(1 + random.nextInt(2), result));
            }
        }
        Collections.shuffle(stream, random);
        return stream;
    }

    private UsageEvent event(Random random, UUID id, UsageStatus status) {
        var cost = 1 + random.nextLong(1_000_000_000L);
        var call = Calls.call(id, status, cost, random.nextInt(1_000), random.nextInt(100));
        return Calls.with(call, "tenant", tenant);
    }

    private void closeNext() {
        for (int i = 0; i < MONTHS; i++) {
            var month = FIRST.plusMonths(i);
            if (!closed.containsKey(month)) {
                var path = "/api/v1/periods/" + month + "/close?tenant=" + tenant;
                Sample.expect(admin().send("POST", path, null), 200);
                closed.put(month, statement(month));
                return;
            }
        }
    }

    private void adjust(Random random) {
        var nanos = 1 + random.nextInt(1_000_000);
        var form =
                Map.of(
                        "tenant",
                        tenant,
                        "amount",
                        new Money(nanos).toString(),
                        "reason",
                        "test",
                        "reference",
                        UUID.randomUUID().toString());
        Sample.expect(admin().post("/api/v1/adjustments", form), 201);
        adjustedNanos += nanos;
    }

    private void assertThatClosedMonthsStay() {
        closed.forEach((month, was) -> assertThat(statement(month)).isEqualTo(was));
    }

    private String statement(YearMonth month) {
        var path = "/api/v1/periods/" + month + "/statement?tenant=" + tenant;
        return Sample.expect(admin().get(path), 200).text();
    }

    /** Of all months that anything was booked into. */
    private long billedNanos() {
        return admin().get("/api/v1/periods?tenant=" + tenant)
                .json()
                .path("items")
                .valueStream()
                .map(period -> YearMonth.parse(period.path("month").asString()))
                .mapToLong(this::amountOf)
                .sum();
    }

    private long amountOf(YearMonth month) {
        var totals =
                admin().get("/api/v1/periods/" + month + "/statement?tenant=" + tenant)
                        .json()
                        .path("totals");
        return totals.isEmpty() ? 0 : Money.parse(totals.path(0).path("amount").asString()).nanos();
    }

    private void assertThatEachMonthIsWhatIsPosted() {
        database.sql(
                        """
                        SELECT billed_in, sum(amount_nanos) AS nanos FROM ledger_posting
                        WHERE account = 'tenant_receivable' AND party = ? GROUP BY billed_in
                        """)
                .param(tenant)
                .query(row -> {
                    var month = YearMonth.from(row.getDate("billed_in").toLocalDate());
                    assertThat(amountOf(month)).as("%s", month).isEqualTo(row.getLong("nanos"));
                });
    }
}
