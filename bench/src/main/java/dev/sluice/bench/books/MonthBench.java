package dev.sluice.bench.books;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A month of many calls of one tenant in the books of a running stack, as its roll-ups hold it: 100
 * apps with 500 end users each, 4 models, every quarter of an hour. Statements and charts read
 * nothing else. Measures the month's reports, the hourly and daily sums, and the month's close.
 */
public final class MonthBench {
    private static final String TENANT = "bench-0";
    private static final int REPETITIONS = 3;

    private static final List<String> REPORTS =
            List.of(
                    "",
                    "&groupBy=app,model",
                    "&groupBy=day",
                    "&groupBy=day,app",
                    "&groupBy=endUser",
                    "&groupBy=endUser&format=csv",
                    "&groupBy=endUser&format=focus",
                    "&groupBy=endUser&format=xlsx");

    private static final String SUMS =
            """
            requests, completed, failed, cancelled, interrupted, abandoned, rejected, cached,
            tokens_input, tokens_cached_input, tokens_cache_write, tokens_output, tokens_reasoning,
            tokens_audio_input, tokens_audio_output, cost_nanos, overrun_nanos, provider_cost_nanos,
            total_ms, first_token_ms, first_tokens, gateway_ms
            """;

    /** Takes the sums' names, tenant, month, the sums themselves and how many calls. */
    private static final List<String> FILL =
            List.of(
                    // Some calls more in some rows than in others, and all of them together the
                    // month's.
                    """
                    INSERT INTO usage_quarter_hour
                        (bucket, tenant, app, key_name, sub_key, business_line, alias, model, upstream,
                         currency, used_in, billed_in, %1$s)
                    SELECT at, '%2$s', 'app-' || app, 'prod', '', 'line-' || app %% 3, 'chat',
                           'bench-model-' || model, 'bench', 'USD', '%3$s', '%3$s',
                           n, n, 0, 0, 0, 0, 0, 0, n * 2000, 0, 0, n * 200, 0, 0, 0, n * 5600000, 0,
                           n * 5600000, n * 950, n * 180, n, n * 3
                    FROM (SELECT at, app, model,
                                 %5$d / cells + CASE WHEN number < %5$d %% cells THEN 1 ELSE 0 END AS n
                          FROM (SELECT at, app, model, row_number() OVER () - 1 AS number,
                                       count(*) OVER () AS cells
                                FROM generate_series(timestamptz '%3$s 00:00Z',
                                                     timestamptz '%3$s 00:00Z' + interval '1 month'
                                                         - interval '15 minutes',
                                                     interval '15 minutes') AS at,
                                     generate_series(0, 99) AS app, generate_series(0, 3) AS model
                               ) AS cell) AS counted
                    WHERE n > 0
                    """,
                    """
                    INSERT INTO usage_day
                        (day, tenant, app, key_name, sub_key, business_line, alias, model, upstream,
                         currency, used_in, billed_in, %1$s)
                    SELECT (bucket AT TIME ZONE 'UTC')::date, tenant, app, key_name, sub_key, business_line,
                           alias, model, upstream, currency, used_in, billed_in, %4$s
                    FROM usage_quarter_hour WHERE tenant = '%2$s' AND billed_in = '%3$s'
                    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
                    """,
                    // Each user of an app has some of its calls of the day.
                    """
                    INSERT INTO usage_day_user
                        (day, tenant, app, end_user, alias, model, currency, used_in, billed_in, %1$s)
                    SELECT day, tenant, app, app || '-' || number, alias, model, currency, used_in,
                           billed_in, n, n, 0, 0, 0, 0, 0, 0, n * 2000, 0, 0, n * 200, 0, 0, 0,
                           n * 5600000, 0, n * 5600000, n * 950, n * 180, n, n * 3
                    FROM (SELECT d.*, number,
                                 requests / 500 + CASE WHEN number < requests %% 500 THEN 1 ELSE 0 END AS n
                          FROM usage_day d, generate_series(0, 499) AS number
                          WHERE tenant = '%2$s' AND billed_in = '%3$s') AS shared
                    WHERE n > 0
                    """,
                    """
                    INSERT INTO account_month (account, party, currency, billed_in, amount_nanos)
                    SELECT account, '%2$s', 'USD', '%3$s', sign * sum(cost_nanos)
                    FROM usage_day, (VALUES ('tenant_receivable', 1), ('usage_revenue', -1)) AS m (account, sign)
                    WHERE tenant = '%2$s' AND billed_in = '%3$s' GROUP BY account, sign
                    """);

    private final BooksStack stack;
    private final PrintStream out;

    private MonthBench(BooksStack stack, PrintStream out) {
        this.stack = stack;
        this.out = out;
    }

    public static void main(String[] words) throws Exception {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var arguments = BooksStack.Arguments.parse("--calls", 10_000_000, words);
        new MonthBench(new BooksStack(arguments.directory()), out).run(arguments.number());
    }

    private void run(int calls) throws Exception {
        var first =
                LocalDate.ofInstant(Clock.systemUTC().instant(), ZoneOffset.UTC)
                        .withDayOfMonth(1)
                        .minusMonths(1);
        var month = first.toString().substring(0, 7);
        try (var database = stack.database()) {
            fill(database, first, calls);
            charts(database, first);
        }
        var monthly = "/api/v1/reports/monthly?tenant=" + TENANT + "&month=" + month;
        for (var query : REPORTS) {
            measure("monthly" + query, () -> stack.get(monthly + query).length());
        }
        var period = "/api/v1/periods/" + month;
        measure(
                "statement, open",
                () -> stack.get(period + "/statement?tenant=" + TENANT).length());
        long began = System.nanoTime();
        stack.post(period + "/close?tenant=" + TENANT);
        out.printf(Locale.ROOT, "%-40s %6d ms%n", "close", msSince(began));
        measure(
                "statement, closed",
                () -> stack.get(period + "/statement?tenant=" + TENANT).length());
    }

    private void fill(Connection database, LocalDate month, int calls) throws SQLException {
        var sums = new ArrayList<String>();
        for (var name : SUMS.split(",", -1)) {
            sums.add("sum(" + name.strip() + ")");
        }
        try (var statement = database.createStatement()) {
            if (isFilled(statement, month)) {
                out.println("the month is there already");
                return;
            }
            var counts = new ArrayList<Integer>();
            for (var sql : FILL) {
                counts.add(
                        statement.executeUpdate(
                                sql.formatted(
                                        SUMS, TENANT, month, String.join(", ", sums), calls)));
            }
            statement.executeUpdate(
                    "INSERT INTO billing_month VALUES ('%s', '%s')".formatted(TENANT, month));
            statement.execute("VACUUM ANALYZE");
            out.printf(
                    Locale.ROOT,
                    "%d calls: %d quarters of an hour, %d days, %d days of end users%n",
                    calls,
                    counts.get(0),
                    counts.get(1),
                    counts.get(2));
        }
    }

    private static boolean isFilled(Statement statement, LocalDate month) throws SQLException {
        try (var row =
                statement.executeQuery(
                        "SELECT FROM billing_month WHERE tenant = '%s' AND month = '%s'"
                                .formatted(TENANT, month))) {
            return row.next();
        }
    }

    /** As charts of the console ask. */
    private void charts(Connection database, LocalDate month) throws Exception {
        var of = " WHERE tenant = '" + TENANT + "' AND ";
        var hours = "date_trunc('hour', bucket)";
        var from = "bucket >= '" + month + " 00:00Z' AND bucket < '";
        var day = from + month.plusDays(1) + " 00:00Z'";
        var week = from + month.plusDays(7) + " 00:00Z'";
        var whole = from + month.plusMonths(1) + " 00:00Z'";
        var days = "day >= '" + month + "' AND day < '" + month.plusMonths(1) + "'";
        chart(database, "a day by hour and app", hours + ", app", "usage_quarter_hour" + of + day);
        chart(database, "a week by hour", hours, "usage_quarter_hour" + of + week);
        chart(database, "a month by hour", hours, "usage_quarter_hour" + of + whole);
        chart(database, "a month by day and model", "day, model", "usage_day" + of + days);
        chart(database, "a month by app", "app", "usage_day" + of + days);
    }

    private void chart(Connection database, String name, String by, String from) throws Exception {
        var sql =
                "SELECT %s, sum(requests), sum(cost_nanos), sum(tokens_input), sum(tokens_output) FROM %s GROUP BY %s"
                        .formatted(by, from, by);
        measure(
                name,
                () -> {
                    try (var statement = database.createStatement();
                            var rows = statement.executeQuery(sql)) {
                        int count = 0;
                        while (rows.next()) {
                            count++;
                        }
                        return count;
                    }
                });
    }

    private interface Step {
        int run() throws Exception;
    }

    private void measure(String name, Step step) throws Exception {
        long best = Long.MAX_VALUE;
        long worst = 0;
        int size = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            long began = System.nanoTime();
            size = step.run();
            best = Math.min(best, msSince(began));
            worst = Math.max(worst, msSince(began));
        }
        out.printf(Locale.ROOT, "%-40s %6d to %d ms (size %d)%n", name, best, worst, size);
    }

    private static long msSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }
}
