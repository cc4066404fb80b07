package dev.sluice.control.reconciliation.bills;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Moments;
import dev.sluice.control.web.Refusal;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is wrong with a file, and what of it can be read all the same. */
final class BillFaults {
    static final String FAULTY = "the bill has faults";

    private static final int MOST_FAULTS = 1000;
    private static final int MOST_LINES = 200_000;
    private static final int MOST_DAYS = 400;
    private static final long MOST_TOKENS = 1_000_000_000_000_000L;

    /** A billion: what sums of lines can hold. */
    private static final BigDecimal MOST_MONEY = BigDecimal.valueOf(1_000_000_000);

    private static final int MOST_DECIMALS = 100;

    private final List<FaultAt> faults = new ArrayList<>();
    private final TreeSet<String> currencies = new TreeSet<>();

    List<FaultAt> list() {
        return faults;
    }

    void add(@Nullable Integer line, String path, String message) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(new FaultAt(line, path, message));
        }
    }

    long tokens(@Nullable Integer line, String path, BigDecimal number) {
        if (number.signum() >= 0
                && Math.abs(number.scale()) <= MOST_DECIMALS
                && number.compareTo(BigDecimal.valueOf(MOST_TOKENS)) <= 0
                && number.stripTrailingZeros().scale() <= 0) {
            return number.longValueExact();
        }
        add(line, path, "must be a whole number of zero or more, not " + number);
        return 0;
    }

    BigDecimal money(@Nullable Integer line, String path, BigDecimal amount) {
        if (amount.scale() <= MOST_DECIMALS && amount.abs().compareTo(MOST_MONEY) <= 0) {
            return amount;
        }
        add(line, path, "is too large or too fine for an amount of money");
        return BigDecimal.ZERO;
    }

    String currency(@Nullable Integer line, String path, String code) {
        var upper = code.toUpperCase(Locale.ROOT);
        if (!upper.matches("[A-Z]{3}")) {
            add(line, path, "'" + code + "' is not a currency: write it like USD");
        } else if (currencies.add(upper) && currencies.size() > 1) {
            add(line, path, "one file has one currency, and this has " + currencies);
        }
        return upper;
    }

    /** The file as a whole; fails where anything is wrong with it. */
    Bill finish(
            @Nullable Instant first,
            @Nullable Instant last,
            List<BillLine> lines,
            List<String> warnings) {
        if (faults.isEmpty() && (first == null || last == null)) {
            add(1, "", "covers no day");
        }
        if (faults.isEmpty()
                && !lines.isEmpty()
                && lines.stream().allMatch(it -> it.tokens() == null && it.amount() == null)) {
            add(null, "", "tells neither tokens nor money");
        }
        if (lines.size() > MOST_LINES) {
            add(null, "", "has more than " + MOST_LINES + " lines; send it in parts");
        }
        var firstDay = day(first == null ? Instant.EPOCH : first);
        var lastDay = day(last == null ? Instant.EPOCH : last.minusNanos(1));
        if (!Moments.isUsable(firstDay) || firstDay.plusDays(MOST_DAYS).isBefore(lastDay)) {
            add(null, "", "covers " + firstDay + " to " + lastDay + "; at most 400 days at once");
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid(FAULTY, faults);
        }
        var currency = currencies.isEmpty() ? null : currencies.first();
        return new Bill(firstDay, lastDay, currency, lines, warnings);
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }
}
