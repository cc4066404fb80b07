package dev.sluice.control.reports.monthly;

import dev.sluice.control.periods.Statement.Total;
import dev.sluice.model.money.Money;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.jspecify.annotations.Nullable;

/**
 * A monthly report as a workbook: the lines with the columns of the CSV and below them a total of
 * each currency, and a sheet that says of what time and zone they are.
 */
final class MonthlyWorkbook {
    /** More digits than these a spreadsheet's number does not keep. */
    private static final int EXACT_DIGITS = 15;

    private static final int ROWS_IN_MEMORY = 100;
    private static final int COLUMN_WIDTH = 18 * 256;

    private final Workbook workbook;
    private final CellStyle heading;
    private final CellStyle count;
    private final CellStyle money;

    private MonthlyWorkbook(Workbook workbook) {
        this.workbook = workbook;
        var bold = workbook.createFont();
        bold.setBold(true);
        heading = workbook.createCellStyle();
        heading.setFont(bold);
        count = numbers("#,##0");
        money = numbers("#,##0.00#######");
    }

    static byte[] of(MonthlyReport report, Instant producedAt) {
        try (var workbook = new SXSSFWorkbook(ROWS_IN_MEMORY);
                var bytes = new ByteArrayOutputStream()) {
            workbook.getXSSFWorkbook().getProperties().getCoreProperties().setCreator("Sluice");
            var sheets = new MonthlyWorkbook(workbook);
            sheets.addLines(report);
            sheets.addFacts(report, producedAt);
            workbook.write(bytes);
            return bytes.toByteArray();
        } catch (IOException noRoom) {
            throw new UncheckedIOException(noRoom);
        }
    }

    private void addLines(MonthlyReport report) {
        var columns = MonthlyColumn.of(report.grouping());
        var names = MonthlyColumn.names(columns);
        var sheet = sheet(report.month().toString(), names.size());
        sheet.createFreezePane(0, 1);
        addHeading(sheet, names);
        for (var line : report.lines()) {
            addRow(sheet, MonthlyColumn.cells(columns, report.month(), line));
        }
        for (var currency : report.totals().costs().keySet()) {
            addRow(sheet, MonthlyColumn.cells(columns, "total", total(report, currency)));
        }
    }

    /** Summed from the lines of that currency, as they are shown. */
    private static MonthlyReport.Line total(MonthlyReport report, String currency) {
        var totals = report.totals(currency);
        return new MonthlyReport.Line(
                "",
                Map.of(),
                "",
                null,
                totals.requests(),
                totals.tokens(),
                totals.costs().getOrDefault(currency, Money.ZERO),
                currency,
                null,
                null);
    }

    private void addFacts(MonthlyReport report, Instant producedAt) {
        var names =
                List.<@Nullable Object>of(
                        "tenant", "timeZone", "begins", "ends", "closed", "currency");
        var sheet = sheet("facts", names.size());
        addRow(sheet, List.of("month", report.month()));
        addRow(sheet, List.of("producedAt", producedAt));
        addHeading(sheet, names);
        for (var statement : report.bills()) {
            addRow(
                    sheet,
                    List.of(
                            statement.tenant(),
                            statement.timeZone(),
                            statement.begins(),
                            statement.ends(),
                            statement.closed() ? "yes" : "no",
                            statement.totals().stream()
                                    .map(Total::currency)
                                    .collect(Collectors.joining(", "))));
        }
    }

    private Sheet sheet(String name, int columns) {
        var sheet = workbook.createSheet(name);
        for (int column = 0; column < columns; column++) {
            sheet.setColumnWidth(column, COLUMN_WIDTH);
        }
        return sheet;
    }

    private void addHeading(Sheet sheet, List<@Nullable Object> names) {
        addRow(sheet, names);
        sheet.getRow(sheet.getLastRowNum()).forEach(cell -> cell.setCellStyle(heading));
    }

    private void addRow(Sheet sheet, List<? extends @Nullable Object> values) {
        var row = sheet.createRow(sheet.getLastRowNum() + 1);
        for (int column = 0; column < values.size(); column++) {
            var value = values.get(column);
            if (value != null && !"".equals(value)) {
                fill(row.createCell(column), value);
            }
        }
    }

    private void fill(Cell cell, Object value) {
        switch (value) {
            case Money amount -> fill(cell, amount.toBigDecimal(), money);
            case Long number -> fill(cell, BigDecimal.valueOf(number), count);
            default -> cell.setCellValue(value.toString());
        }
    }

    /** What a spreadsheet would round is written as text: no figure is silently another one. */
    private static void fill(Cell cell, BigDecimal number, CellStyle style) {
        cell.setCellStyle(style);
        var exact = number.stripTrailingZeros();
        if (exact.precision() <= EXACT_DIGITS) {
            cell.setCellValue(exact.doubleValue());
        } else {
            cell.setCellValue(exact.toPlainString());
        }
    }

    private CellStyle numbers(String format) {
        var style = workbook.createCellStyle();
        style.setDataFormat(workbook.createDataFormat().getFormat(format));
        return style;
    }
}
