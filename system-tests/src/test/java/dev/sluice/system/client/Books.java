package dev.sluice.system.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The ledger beside the simulator's own books, for the calls of the load's two apps. */
public final class Books {
    private static final String TENANT = "acme";
    private static final List<String> APPS = List.of("load", "careful");
    private static final String MODEL = "sim-load";

    private final Admin admin;
    private final SimulatorClient simulator;
    private final JsonNode before;

    private Books(Admin admin, SimulatorClient simulator) {
        this.admin = admin;
        this.simulator = simulator;
        this.before = simulator.model(MODEL);
    }

    /** From here on every call of the two apps is one of those that are compared. */
    public static Books open(Admin admin, SimulatorClient simulator) {
        return new Books(admin, simulator);
    }

    /** Every answered call has one entry, to the token what the simulator said, in each budget. */
    public void agreeWith(List<Load.Outcome> answered) {
        Set<String> traces =
                answered.stream().map(Load.Outcome::traceId).collect(Collectors.toSet());
        assertThat(traces).hasSameSizeAs(answered);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Map<String, Long> entries = entriesByTrace(traces);
                    assertThat(entries.keySet()).containsAll(traces);
                    assertThat(entries.values()).allMatch(count -> count == 1);
                });
        List<LedgerRow> rows = rows().filter(row -> traces.contains(row.traceId())).toList();
        assertThat(rows).allMatch(row -> row.status().equals("completed"));
        assertThat((long) rows.size()).isEqualTo(told("begun"));
        assertThat(rows.stream().mapToLong(LedgerRow::input).sum()).isEqualTo(told("promptTokens"));
        assertThat(rows.stream().mapToLong(LedgerRow::output).sum())
                .isEqualTo(told("completionTokens"));
        APPS.forEach(this::budgetAgrees);
    }

    private long told(String figure) {
        return simulator.model(MODEL).path(figure).asLong() - before.path(figure).asLong();
    }

    private Map<String, Long> entriesByTrace(Collection<String> traces) {
        return rows().map(LedgerRow::traceId)
                .filter(traces::contains)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private Stream<LedgerRow> rows() {
        return APPS.stream().flatMap(app -> admin.rowsOfKey(TENANT, app, "main").stream());
    }

    private void budgetAgrees(String app) {
        BigDecimal booked =
                admin.rowsOfKey(TENANT, app, "main").stream()
                        .map(LedgerRow::cost)
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    BudgetState budget = admin.budgets(TENANT, app).getFirst();
                    assertThat(budget.source()).isEqualTo("store");
                    assertThat(budget.held()).isEqualByComparingTo("0");
                    assertThat(budget.spent()).isEqualByComparingTo(booked);
                });
    }
}
