package dev.sluice.control.ledger;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The SQL that adds calls to the roll-ups. It reads a relation of calls, each with a {@code sign}:
 * an adjustment takes the abandoned call out with -1 and puts the true one in with +1.
 */
enum RollupSql {
    QUARTER_HOUR(
            "usage_quarter_hour",
            "bucket",
            "date_bin('15 minutes', started_at, TIMESTAMPTZ '2000-01-01 00:00:00Z')",
            Dimensions.ALL),
    DAY("usage_day", "day", "(started_at AT TIME ZONE 'UTC')::date", Dimensions.ALL),
    DAY_USER(
            "usage_day_user",
            "day",
            "(started_at AT TIME ZONE 'UTC')::date",
            Dimensions.OF_END_USERS);

    /** By what sums are kept apart, beside their time. */
    private static final class Dimensions {
        static final List<String> ALL =
                List.of(
                        "tenant",
                        "app",
                        "key_name",
                        "sub_key",
                        "business_line",
                        "alias",
                        "model",
                        "upstream",
                        "currency",
                        "used_in",
                        "billed_in");
        static final List<String> OF_END_USERS =
                List.of(
                        "tenant",
                        "app",
                        "end_user",
                        "alias",
                        "model",
                        "currency",
                        "used_in",
                        "billed_in");
    }

    private record Measure(String name, String perCall) {}

    private static final List<Measure> MEASURES =
            List.of(
                    new Measure("requests", calls("status <> 'rejected'")),
                    countOf("completed"),
                    countOf("failed"),
                    countOf("cancelled"),
                    countOf("interrupted"),
                    countOf("abandoned"),
                    countOf("rejected"),
                    countOf("cached"),
                    sumOf("tokens_input"),
                    sumOf("tokens_cached_input"),
                    sumOf("tokens_cache_write"),
                    sumOf("tokens_output"),
                    sumOf("tokens_reasoning"),
                    sumOf("tokens_audio_input"),
                    sumOf("tokens_audio_output"),
                    sumOf("cost_nanos"),
                    sumOf("overrun_nanos"),
                    sumOf("provider_cost_nanos"),
                    new Measure(
                            "total_ms", "CASE WHEN status = 'rejected' THEN 0 ELSE total_ms END"),
                    new Measure("first_token_ms", "coalesce(first_token_ms, 0)"),
                    new Measure(
                            "first_tokens", "CASE WHEN first_token_ms IS NULL THEN 0 ELSE 1 END"),
                    new Measure(
                            "gateway_ms",
                            "CASE WHEN status = 'rejected' THEN 0 ELSE gateway_ms END"));

    private final String table;
    private final String time;
    private final String timeOfCall;
    private final String dimensions;

    RollupSql(String table, String time, String timeOfCall, List<String> dimensions) {
        this.table = table;
        this.time = time;
        this.timeOfCall = timeOfCall;
        this.dimensions = String.join(", ", dimensions);
    }

    private static Measure countOf(String status) {
        return new Measure(status, calls("status = '" + status + "'"));
    }

    private static Measure sumOf(String column) {
        return new Measure(column, column);
    }

    private static String calls(String condition) {
        return "CASE WHEN " + condition + " THEN request_count ELSE 0 END";
    }

    /** Dimensions and measures, as the roll-ups by quarter and by day have them. */
    static String columnsButTime() {
        return String.join(", ", Dimensions.ALL)
                + ", "
                + MEASURES.stream().map(Measure::name).collect(Collectors.joining(", "));
    }

    String table() {
        return table;
    }

    String time() {
        return time;
    }

    /** Adds the calls; rows are locked in the order of their key, so that writers only queue. */
    String addFrom(String signedCalls) {
        return insertFrom(signedCalls)
                + " ON CONFLICT ("
                + key()
                + ") DO UPDATE SET "
                + MEASURES.stream()
                        .map(measure ->
                                "%1$s = %2$s.%1$s + EXCLUDED.%1$s".formatted(measure.name(), table))
                        .collect(Collectors.joining(", "));
    }

    /** Writes rows that are known to be new. */
    String insertFrom(String signedCalls) {
        return "INSERT INTO %s (%s, %s) SELECT %s AS %s, %s, %s FROM %s GROUP BY %s ORDER BY %s"
                .formatted(
                        table,
                        key(),
                        MEASURES.stream().map(Measure::name).collect(Collectors.joining(", ")),
                        timeOfCall,
                        time,
                        dimensions,
                        MEASURES.stream()
                                .map(measure -> "sum(sign * (" + measure.perCall() + "))")
                                .collect(Collectors.joining(", ")),
                        signedCalls,
                        positions(),
                        positions());
    }

    /** Removes what adjustments emptied, so that a rebuilt roll-up has the very same rows. */
    String removeEmpty() {
        return "DELETE FROM %s WHERE %s"
                .formatted(
                        table,
                        MEASURES.stream()
                                .map(measure -> measure.name() + " = 0")
                                .collect(Collectors.joining(" AND ")));
    }

    private String key() {
        return time + ", " + dimensions;
    }

    private String positions() {
        var all = new StringBuilder("1");
        for (int i = 2; i <= dimensions.split(",").length + 1; i++) {
            all.append(", ").append(i);
        }
        return all.toString();
    }
}
