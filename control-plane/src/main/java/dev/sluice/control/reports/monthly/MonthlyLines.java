package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.BilledUsage;
import dev.sluice.control.periods.Dimension;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.reports.monthly.MonthlyReport.Line;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A statement's lines and adjustments, joined to those that a grouping tells apart. */
final class MonthlyLines {
    private MonthlyLines() {}

    static List<Line> of(Statement bill, Grouping grouping) {
        var usage = bill.lines().stream().map(it -> usage(bill, it, grouping));
        return joined(Stream.concat(usage, corrections(bill, grouping, true)), grouping);
    }

    /** The usage, late use among it, by the roll-ups; all else by the statement. */
    static List<Line> of(Statement bill, List<BilledUsage.Sum> sums, Grouping grouping) {
        var usage = sums.stream().map(it -> usage(bill, it));
        return joined(Stream.concat(usage, corrections(bill, grouping, false)), grouping);
    }

    private static Stream<Line> corrections(Statement bill, Grouping grouping, boolean withLate) {
        return bill.adjustments().stream()
                .filter(it -> withLate || !it.isLateUsage())
                .map(it -> correction(bill, it, grouping));
    }

    private static List<Line> joined(Stream<Line> lines, Grouping grouping) {
        var joined = new LinkedHashMap<Line, Line>();
        lines.forEach(it -> joined.merge(it.withoutFigures(), it, Line::plus));
        return joined.values().stream().sorted(order(grouping)).toList();
    }

    /** Usage by its names, then late use, then adjustments in the order in which they were made. */
    private static Comparator<Line> order(Grouping grouping) {
        var order = Comparator.comparingInt(MonthlyLines::rank);
        for (var dimension : grouping.ordered()) {
            order = order.thenComparing(it -> rank(it) == 2 ? "" : textOf(it, dimension));
        }
        return order.thenComparing(it -> rank(it) == 2 ? "" : it.currency());
    }

    private static String textOf(Line line, Dimension dimension) {
        var name = line.of(dimension);
        return name == null ? "" : name;
    }

    private static int rank(Line line) {
        return line.isUsage() ? 0 : line.kind().equals(Statement.Correction.LATE_USAGE) ? 1 : 2;
    }

    private static Line usage(Statement bill, Statement.Line line, Grouping grouping) {
        return new Line(
                bill.tenant(),
                names(grouping, line.app(), line.businessLine(), line.alias(), line.model()),
                Line.USAGE,
                bill.month(),
                line.requests(),
                line.tokens(),
                line.cost(),
                line.currency(),
                null,
                null);
    }

    private static Line usage(Statement bill, BilledUsage.Sum sum) {
        return new Line(
                bill.tenant(),
                sum.by(),
                sum.usedIn().equals(bill.month()) ? Line.USAGE : Statement.Correction.LATE_USAGE,
                sum.usedIn(),
                sum.requests(),
                sum.tokens(),
                sum.cost(),
                sum.currency(),
                null,
                null);
    }

    private static Line correction(Statement bill, Statement.Correction it, Grouping grouping) {
        return new Line(
                bill.tenant(),
                names(grouping, it.app(), it.businessLine(), it.alias(), it.model()),
                it.kind(),
                it.usedIn(),
                it.requests(),
                it.tokens(),
                it.cost(),
                it.currency(),
                it.reason(),
                it.reference());
    }

    private static Map<Dimension, String> names(
            Grouping grouping,
            @Nullable String app,
            @Nullable String businessLine,
            @Nullable String alias,
            @Nullable String model) {
        var names = new EnumMap<Dimension, String>(Dimension.class);
        put(names, grouping, Dimension.APP, app);
        put(names, grouping, Dimension.BUSINESS_LINE, businessLine);
        put(names, grouping, Dimension.ALIAS, alias);
        put(names, grouping, Dimension.MODEL, model);
        return names;
    }

    private static void put(
            Map<Dimension, String> names,
            Grouping grouping,
            Dimension dimension,
            @Nullable String name) {
        if (grouping.has(dimension) && name != null && !name.isEmpty()) {
            names.put(dimension, name);
        }
    }
}
