package dev.sluice.control.reports.monthly;

import dev.sluice.control.reports.monthly.MonthlyReport.Line;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A column of the monthly report where it is a table; named by the field of its JSON. */
record MonthlyColumn(String name, Function<Line, @Nullable Object> value) {
    /** Before them stands the month. */
    static final List<MonthlyColumn> ALL =
            List.of(
                    new MonthlyColumn("tenant", Line::tenant),
                    new MonthlyColumn("app", Line::app),
                    new MonthlyColumn("businessLine", Line::businessLine),
                    new MonthlyColumn("alias", Line::alias),
                    new MonthlyColumn("model", Line::model),
                    new MonthlyColumn("requests", Line::requests),
                    new MonthlyColumn("tokens.input", it -> it.tokens().input()),
                    new MonthlyColumn("tokens.cachedInput", it -> it.tokens().cachedInput()),
                    new MonthlyColumn("tokens.cacheWrite", it -> it.tokens().cacheWrite()),
                    new MonthlyColumn("tokens.output", it -> it.tokens().output()),
                    new MonthlyColumn("tokens.reasoning", it -> it.tokens().reasoning()),
                    new MonthlyColumn("tokens.audioInput", it -> it.tokens().audioInput()),
                    new MonthlyColumn("tokens.audioOutput", it -> it.tokens().audioOutput()),
                    new MonthlyColumn("cost", Line::cost),
                    new MonthlyColumn("currency", Line::currency));
}
