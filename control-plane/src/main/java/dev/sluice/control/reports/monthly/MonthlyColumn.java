package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.Dimension;
import dev.sluice.control.periods.Statement.Tokens;
import dev.sluice.control.reports.monthly.MonthlyReport.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A field of a line, in all forms alike; one with a dot in its name is within another in JSON. */
record MonthlyColumn(String name, Function<Line, @Nullable Object> value) {
    private static final List<MonthlyColumn> FIGURES =
            List.of(
                    new MonthlyColumn("requests", Line::requests),
                    tokens("input", Tokens::input),
                    tokens("cachedInput", Tokens::cachedInput),
                    tokens("cacheWrite", Tokens::cacheWrite),
                    tokens("output", Tokens::output),
                    tokens("reasoning", Tokens::reasoning),
                    tokens("audioInput", Tokens::audioInput),
                    tokens("audioOutput", Tokens::audioOutput),
                    new MonthlyColumn("cost", Line::cost),
                    new MonthlyColumn("currency", Line::currency),
                    new MonthlyColumn("kind", Line::kind),
                    new MonthlyColumn("usedIn", Line::usedIn),
                    new MonthlyColumn("reason", Line::reason),
                    new MonthlyColumn("reference", Line::reference));

    private static MonthlyColumn tokens(String kind, Function<Tokens, Long> value) {
        return new MonthlyColumn("tokens." + kind, it -> value.apply(it.tokens()));
    }

    /** Before them stands the month. */
    static List<MonthlyColumn> of(Grouping grouping) {
        var columns = new ArrayList<MonthlyColumn>();
        columns.add(new MonthlyColumn("tenant", Line::tenant));
        for (Dimension dimension : grouping.ordered()) {
            columns.add(new MonthlyColumn(dimension.text(), it -> it.of(dimension)));
        }
        columns.addAll(FIGURES);
        return columns;
    }

    static List<@Nullable Object> names(List<MonthlyColumn> columns) {
        var names = new ArrayList<@Nullable Object>();
        names.add("month");
        columns.forEach(column -> names.add(column.name()));
        return names;
    }

    static List<@Nullable Object> cells(List<MonthlyColumn> columns, Object first, Line line) {
        var cells = new ArrayList<@Nullable Object>();
        cells.add(first);
        columns.forEach(column -> cells.add(column.value().apply(line)));
        return cells;
    }
}
