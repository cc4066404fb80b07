package dev.sluice.control.reconciliation.bills;

import dev.sluice.control.uploads.CsvRows;
import dev.sluice.control.uploads.CsvRows.Row;
import dev.sluice.control.web.Moments;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table for every other provider. {@code time} is a UTC day, or the beginning of an hour; a
 * column that is missing is not told of.
 */
final class CsvBill {
    private static final String TIME = "time";
    private static final String MODEL = "model";
    private static final String AMOUNT = "amount";
    private static final String CURRENCY = "currency";
    private static final List<String> TOKENS =
            List.of("input", "cachedInput", "cacheWrite", "output");
    private static final List<String> KNOWN =
            List.of(
                    TIME,
                    MODEL,
                    "key",
                    "item",
                    "requests",
                    "input",
                    "cachedInput",
                    "cacheWrite",
                    "output",
                    AMOUNT,
                    CURRENCY);

    private final BillFaults faults = new BillFaults();
    private final List<BillLine> lines = new ArrayList<>();
    private @Nullable Instant first;
    private @Nullable Instant last;

    private CsvBill() {}

    static Bill read(String text) {
        var bill = new CsvBill();
        CsvRows.read(text, KNOWN, "", List.of(TIME, MODEL), bill.faults.list()).forEach(bill::take);
        return bill.faults.finish(bill.first, bill.last, bill.lines, List.of());
    }

    private void take(Row row) {
        var time = row.get(TIME) == null ? "" : row.get(TIME);
        var isDay = time.length() == 10;
        var start = start(time, isDay);
        if (start == null) {
            faults.add(
                    row.line(),
                    TIME,
                    "'" + time + "' is not a time: write 2026-11-30 or 2026-11-30T08:00:00Z");
            return;
        }
        var end = start.plus(isDay ? Duration.ofDays(1) : Duration.ofHours(1));
        first = first == null || start.isBefore(first) ? start : first;
        last = last == null || end.isAfter(last) ? end : last;
        lines.add(
                new BillLine(
                        start,
                        end,
                        orEmpty(row.get(MODEL)),
                        orEmpty(row.get("key")),
                        orEmpty(row.get("item")),
                        row.get("requests") == null ? null : tokens(row, "requests"),
                        hasTokens(row) ? tokens(row) : null,
                        amount(row)));
    }

    private static @Nullable Instant start(String time, boolean isDay) {
        try {
            var at =
                    isDay
                            ? LocalDate.parse(time).atStartOfDay(ZoneOffset.UTC).toInstant()
                            : OffsetDateTime.parse(time).toInstant();
            return Moments.isUsable(at) ? at : null;
        } catch (DateTimeException unreadable) {
            return null;
        }
    }

    private static String orEmpty(@Nullable String cell) {
        return cell == null ? "" : cell;
    }

    private static boolean hasTokens(Row row) {
        return TOKENS.stream().anyMatch(column -> row.get(column) != null);
    }

    private BilledTokens tokens(Row row) {
        var input = tokens(row, "input");
        var cached = tokens(row, "cachedInput");
        var written = tokens(row, "cacheWrite");
        if (row.get("input") != null && cached + written > input) {
            faults.add(
                    row.line(),
                    "input",
                    "is all of the input, and less than its cachedInput and cacheWrite");
        }
        return new BilledTokens(input, cached, written, tokens(row, "output"));
    }

    private long tokens(Row row, String column) {
        var number = number(row, column);
        return number == null ? 0 : faults.tokens(row.line(), column, number);
    }

    private @Nullable Money amount(Row row) {
        var number = number(row, AMOUNT);
        if (number == null) {
            return null;
        }
        var currency = row.get(CURRENCY);
        faults.currency(row.line(), CURRENCY, currency == null ? "" : currency);
        return Money.charged(faults.money(row.line(), AMOUNT, number));
    }

    private @Nullable BigDecimal number(Row row, String column) {
        var cell = row.get(column);
        if (cell == null) {
            return null;
        }
        if (cell.length() <= 60) {
            try {
                return new BigDecimal(cell);
            } catch (NumberFormatException unreadable) {
                // said below
            }
        }
        faults.add(row.line(), column, "'" + cell + "' is not a number: write it like 0.27");
        return null;
    }
}
