package dev.sluice.control.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * The roll-up rows of a span of time: whole UTC days from the daily roll-up, the edges from the
 * quarters of an hour. Exact for every span that begins and ends on a quarter, and so for the days
 * and months of every zone.
 */
public final class UsageSums {
    /** A relation with the columns of a roll-up but its time; takes the {@link #bounds}. */
    public static final String BETWEEN =
            """
            (SELECT %1$s FROM usage_day WHERE day >= :firstDay AND day < :endDay
             UNION ALL
             SELECT %1$s FROM usage_quarter_hour
             WHERE (bucket >= :start AND bucket < least(:firstMidnight, :end))
                OR (bucket >= greatest(:lastMidnight, :firstMidnight) AND bucket < :end)
            ) AS sums
            """
                    .formatted(RollupSql.columnsButTime());

    private UsageSums() {}

    /** Parameters for the span from {@code start} (inclusive) to {@code end} (exclusive). */
    public static Map<String, Object> bounds(Instant start, Instant end) {
        var firstDay = dayOf(start);
        if (midnight(firstDay).toInstant().isBefore(start)) {
            firstDay = firstDay.plusDays(1);
        }
        var endDay = dayOf(end);
        return Map.of(
                "start", start.atOffset(ZoneOffset.UTC),
                "end", end.atOffset(ZoneOffset.UTC),
                "firstDay", firstDay,
                "endDay", endDay,
                "firstMidnight", midnight(firstDay),
                "lastMidnight", midnight(endDay));
    }

    private static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    private static OffsetDateTime midnight(LocalDate day) {
        return day.atStartOfDay().atOffset(ZoneOffset.UTC);
    }
}
