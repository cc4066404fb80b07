package dev.sluice.control.periods;

import dev.sluice.control.adjustments.Adjustment;
import dev.sluice.control.adjustments.AdjustmentBook;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.calendar.TenantClock;
import dev.sluice.control.periods.Statement.Correction;
import dev.sluice.control.periods.Statement.Line;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.control.periods.Statement.Total;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Sums up what a month bears, from the roll-ups and the adjustments. */
@Component
class StatementSums {
    private static final Set<Dimension> LINES =
            EnumSet.of(Dimension.APP, Dimension.BUSINESS_LINE, Dimension.ALIAS, Dimension.MODEL);

    private final BilledUsage usage;
    private final AdjustmentBook adjustments;
    private final TenantCalendar calendar;

    StatementSums(BilledUsage usage, AdjustmentBook adjustments, TenantCalendar calendar) {
        this.usage = usage;
        this.adjustments = adjustments;
        this.calendar = calendar;
    }

    /** As the books stand; final where somebody closes the month by it. */
    @Transactional(propagation = Propagation.MANDATORY)
    Statement of(
            String tenant, YearMonth month, @Nullable Instant closedAt, @Nullable String closedBy) {
        var clock = calendar.clocks().of(tenant);
        var sums = usage.of(tenant, month, clock.zone(), LINES);
        var lines =
                sums.stream()
                        .filter(it -> it.usedIn().equals(month))
                        .map(StatementSums::line)
                        .toList();
        var corrections = new ArrayList<Correction>();
        sums.stream()
                .filter(it -> !it.usedIn().equals(month))
                .forEach(it -> corrections.add(late(it)));
        adjustments.borneBy(tenant, month).forEach(it -> corrections.add(correction(it)));
        return statement(clock, tenant, month, closedAt, closedBy, lines, corrections);
    }

    private static Statement statement(
            TenantClock clock,
            String tenant,
            YearMonth month,
            @Nullable Instant closedAt,
            @Nullable String closedBy,
            List<Line> lines,
            List<Correction> corrections) {
        var period = clock.period(month);
        return new Statement(
                Statement.VERSION,
                tenant,
                month,
                clock.zone(),
                period.start(),
                period.end(),
                closedAt != null,
                closedAt,
                closedBy,
                lines,
                corrections,
                totals(lines, corrections));
    }

    private static List<Total> totals(List<Line> lines, List<Correction> corrections) {
        Map<String, Total> totals = new TreeMap<>();
        for (var line : lines) {
            add(
                    totals,
                    new Total(
                            line.currency(),
                            line.requests(),
                            line.tokens(),
                            line.cost(),
                            Money.ZERO,
                            line.cost()));
        }
        for (var correction : corrections) {
            add(
                    totals,
                    new Total(
                            correction.currency(),
                            correction.requests(),
                            correction.tokens(),
                            Money.ZERO,
                            correction.cost(),
                            correction.cost()));
        }
        return List.copyOf(totals.values());
    }

    private static void add(Map<String, Total> totals, Total more) {
        totals.merge(
                more.currency(),
                more,
                (sum, it) ->
                        new Total(
                                sum.currency(),
                                sum.requests() + it.requests(),
                                sum.tokens().plus(it.tokens()),
                                sum.usage().plus(it.usage()),
                                sum.adjustments().plus(it.adjustments()),
                                sum.amount().plus(it.amount())));
    }

    private static Correction late(BilledUsage.Sum sum) {
        var line = line(sum);
        return new Correction(
                Correction.LATE_USAGE,
                sum.usedIn(),
                line.app(),
                line.businessLine(),
                line.alias(),
                line.model(),
                line.requests(),
                line.tokens(),
                line.cost(),
                line.currency(),
                null,
                null);
    }

    private static Correction correction(Adjustment adjustment) {
        return new Correction(
                adjustment.kind().text(),
                adjustment.usedIn(),
                adjustment.app(),
                adjustment.businessLine(),
                adjustment.alias(),
                adjustment.model(),
                0,
                Tokens.NONE,
                adjustment.amount(),
                adjustment.currency(),
                adjustment.reason(),
                adjustment.reference());
    }

    private static Line line(BilledUsage.Sum sum) {
        var by = sum.by();
        return new Line(
                by.getOrDefault(Dimension.APP, ""),
                by.get(Dimension.BUSINESS_LINE),
                by.getOrDefault(Dimension.ALIAS, ""),
                by.get(Dimension.MODEL),
                sum.requests(),
                sum.tokens(),
                sum.cost(),
                sum.currency());
    }
}
