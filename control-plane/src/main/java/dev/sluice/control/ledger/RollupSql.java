package dev.sluice.control.ledger;

import dev.sluice.control.ledger.UsageEntry.Placed;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * The roll-ups, and how calls are added to them. New calls are summed in memory, so that a batch
 * costs a row of each roll-up one write ({@link Sums}). Corrections and rebuilds sum in SQL, over a
 * relation of calls, each with a {@code sign}: an adjustment takes the abandoned call out with -1
 * and puts the true one in with +1. Both come to the same rows.
 */
final class RollupSql {
    private static final long QUARTER_S = 15 * 60;

    /** The time that a row is about, in SQL and here. */
    private record Time(String column, String type, String ofCall, Function<Instant, Object> of) {
        static final Time UTC_DAY =
                new Time(
                        "day",
                        "date",
                        "(started_at AT TIME ZONE 'UTC')::date",
                        at -> LocalDate.ofInstant(at, ZoneOffset.UTC));
    }

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

    private record Measure(String name, String perCall, ToLongFunction<Placed> ofCall) {}

    private static final List<Measure> MEASURES =
            List.of(
                    unlessRejected("requests", "request_count", UsageEvent::count),
                    countOf(UsageStatus.COMPLETED),
                    countOf(UsageStatus.FAILED),
                    countOf(UsageStatus.CANCELLED),
                    countOf(UsageStatus.INTERRUPTED),
                    countOf(UsageStatus.ABANDONED),
                    countOf(UsageStatus.REJECTED),
                    countOf(UsageStatus.CACHED),
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
                    unlessRejected("total_ms", "total_ms", UsageEvent::totalMs),
                    measure(
                            "first_token_ms",
                            "coalesce(first_token_ms, 0)",
                            event -> event.firstTokenMs() == null ? 0 : event.firstTokenMs()),
                    measure(
                            "first_tokens",
                            "CASE WHEN first_token_ms IS NULL THEN 0 ELSE 1 END",
                            event -> event.firstTokenMs() == null ? 0 : 1),
                    unlessRejected("gateway_ms", "gateway_ms", UsageEvent::gatewayMs));

    private static final List<RollupSql> ALL =
            List.of(
                    new RollupSql(
                            "usage_quarter_hour",
                            new Time(
                                    "bucket",
                                    "timestamptz",
                                    "date_bin('15 minutes', started_at,"
                                            + " TIMESTAMPTZ '2000-01-01 00:00:00Z')",
                                    RollupSql::quarterOf),
                            Dimensions.ALL),
                    new RollupSql("usage_day", Time.UTC_DAY, Dimensions.ALL),
                    new RollupSql("usage_day_user", Time.UTC_DAY, Dimensions.OF_END_USERS));

    private final String table;
    private final Time time;
    private final List<String> dimensions;

    private RollupSql(String table, Time time, List<String> dimensions) {
        this.table = table;
        this.time = time;
        this.dimensions = dimensions;
    }

    /** All, in the order in which they are written. */
    static List<RollupSql> values() {
        return ALL;
    }

    private static Measure measure(String name, String sql, ToLongFunction<UsageEvent> ofEvent) {
        return new Measure(name, sql, call -> ofEvent.applyAsLong(call.event()));
    }

    private static Measure countOf(UsageStatus status) {
        return measure(
                status.text(),
                "CASE WHEN status = '%s' THEN request_count ELSE 0 END".formatted(status.text()),
                event -> event.status() == status ? event.count() : 0);
    }

    private static Measure unlessRejected(
            String name, String column, ToLongFunction<UsageEvent> ofEvent) {
        return measure(
                name,
                "CASE WHEN status = 'rejected' THEN 0 ELSE " + column + " END",
                event -> event.status() == UsageStatus.REJECTED ? 0 : ofEvent.applyAsLong(event));
    }

    private static Measure sumOf(String column) {
        var value = UsageColumns.valueOf(column);
        return new Measure(
                column, column, call -> (Long) Objects.requireNonNull(value.apply(call)));
    }

    private static Instant quarterOf(Instant at) {
        return Instant.ofEpochSecond(Math.floorDiv(at.getEpochSecond(), QUARTER_S) * QUARTER_S);
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
        return time.column();
    }

    /** Adds the calls; rows are locked in the order of their key, so that writers only queue. */
    String addFrom(String signedCalls) {
        return insertFrom(signedCalls) + orAdd();
    }

    private String orAdd() {
        return " ON CONFLICT (%s) DO UPDATE SET ".formatted(key())
                + MEASURES.stream()
                        .map(measure ->
                                "%1$s = %2$s.%1$s + EXCLUDED.%1$s".formatted(measure.name(), table))
                        .collect(Collectors.joining(", "));
    }

    /** Writes rows that are known to be new. */
    String insertFrom(String signedCalls) {
        return "%s SELECT %s AS %s, %s, %s FROM %s GROUP BY %s ORDER BY %7$s"
                .formatted(
                        insert(),
                        time.ofCall(),
                        time.column(),
                        String.join(", ", dimensions),
                        MEASURES.stream()
                                .map(measure -> "sum(sign * (" + measure.perCall() + "))")
                                .collect(Collectors.joining(", ")),
                        signedCalls,
                        positions());
    }

    /**
     * Removes what is empty between two times, so that a rebuilt roll-up has the very same rows.
     */
    String removeEmpty() {
        return "DELETE FROM %1$s WHERE %2$s >= ? AND %2$s < ? AND %3$s"
                .formatted(table, time.column(), isEmpty());
    }

    /** The same where such calls went out. */
    String removeEmptied(String signedCalls) {
        return """
        DELETE FROM %1$s rollup
        USING (SELECT DISTINCT %2$s AS at, billed_in, tenant, app FROM %3$s WHERE sign = -1) AS gone
        WHERE rollup.%4$s = gone.at AND rollup.billed_in = gone.billed_in
          AND rollup.tenant = gone.tenant AND rollup.app = gone.app AND %5$s
        """
                .formatted(table, time.ofCall(), signedCalls, time.column(), isEmpty());
    }

    private static String isEmpty() {
        return MEASURES.stream()
                .map(measure -> measure.name() + " = 0")
                .collect(Collectors.joining(" AND "));
    }

    private String insert() {
        return "INSERT INTO %s (%s, %s)"
                .formatted(
                        table,
                        key(),
                        MEASURES.stream().map(Measure::name).collect(Collectors.joining(", ")));
    }

    private String key() {
        return time.column() + ", " + String.join(", ", dimensions);
    }

    private String positions() {
        return IntStream.rangeClosed(1, 1 + dimensions.size())
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));
    }

    /** What a call adds to a row of each roll-up alike. */
    static long[] figuresOf(Placed call) {
        return MEASURES.stream().mapToLong(measure -> measure.ofCall().applyAsLong(call)).toArray();
    }

    /** Sums of calls, until they are written. */
    static final class Sums {
        private final RollupSql rollup;
        private final List<Function<Placed, @Nullable Object>> dimensions;
        private final Map<List<@Nullable Object>, long[]> rows = new HashMap<>();

        Sums(RollupSql rollup) {
            this.rollup = rollup;
            this.dimensions = rollup.dimensions.stream().map(UsageColumns::valueOf).toList();
        }

        /**
         * @param figures of the call: {@link #figuresOf}
         */
        void add(Placed call, long[] figures) {
            var key = new ArrayList<@Nullable Object>(1 + dimensions.size());
            key.add(rollup.time.of().apply(call.event().startedAt()));
            for (var dimension : dimensions) {
                key.add(dimension.apply(call));
            }
            var sums = rows.computeIfAbsent(key, _ -> new long[MEASURES.size()]);
            for (int i = 0; i < sums.length; i++) {
                sums[i] = Math.addExact(sums[i], figures[i]);
            }
        }

        /** Adds them to the roll-up, a row of each key once. */
        void write(Connection connection) throws SQLException {
            var arrays = connection.unwrap(PGConnection.class);
            try (var upsert = connection.prepareStatement(sql())) {
                int parameter = 1;
                for (int i = 0; i <= dimensions.size(); i++) {
                    int at = i;
                    var column = rows.keySet().stream().map(key -> key.get(at)).toArray();
                    upsert.setArray(parameter++, connection.createArrayOf(typeOf(i), column));
                }
                for (int i = 0; i < MEASURES.size(); i++) {
                    int at = i;
                    var column = rows.values().stream().mapToLong(sums -> sums[at]).toArray();
                    upsert.setArray(parameter++, arrays.createArrayOf("bigint", column));
                }
                upsert.executeUpdate();
            }
        }

        private String sql() {
            var types = IntStream.rangeClosed(0, dimensions.size()).mapToObj(this::typeOf);
            var all = Stream.concat(types, MEASURES.stream().map(_ -> "bigint"));
            return "%s SELECT * FROM unnest(%s) ORDER BY %s%s"
                    .formatted(
                            rollup.insert(),
                            all.map(type -> "?::" + type + "[]").collect(Collectors.joining(", ")),
                            rollup.positions(),
                            rollup.orAdd());
        }

        private String typeOf(int keyColumn) {
            return keyColumn == 0
                    ? rollup.time.type()
                    : UsageColumns.isMonth(rollup.dimensions.get(keyColumn - 1)) ? "date" : "text";
        }
    }
}
