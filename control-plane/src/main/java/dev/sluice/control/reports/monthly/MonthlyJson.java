package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.Dimension;
import dev.sluice.control.reports.monthly.MonthlyReport.Line;
import dev.sluice.model.json.SluiceJson;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A monthly report as JSON; every field of a line is always there. */
final class MonthlyJson {
    private record Document(
            YearMonth month,
            List<String> groupBy,
            List<Map<String, @Nullable Object>> lines,
            MonthlyReport.Totals totals) {}

    private MonthlyJson() {}

    static byte[] of(MonthlyReport report) {
        var columns = MonthlyColumn.of(report.grouping());
        return SluiceJson.mapper()
                .writeValueAsBytes(
                        new Document(
                                report.month(),
                                report.grouping().ordered().stream().map(Dimension::text).toList(),
                                report.lines().stream().map(it -> fields(columns, it)).toList(),
                                report.totals()));
    }

    private static Map<String, @Nullable Object> fields(List<MonthlyColumn> columns, Line line) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var column : columns) {
            var within = column.name().indexOf('.');
            if (within < 0) {
                fields.put(column.name(), column.value().apply(line));
            } else {
                fields.put(column.name().substring(0, within), line.tokens());
            }
        }
        return fields;
    }
}
