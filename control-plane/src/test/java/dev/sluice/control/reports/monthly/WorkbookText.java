package dev.sluice.control.reports.monthly;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/** A workbook cell by cell, with kinds and formats, as text to compare. */
final class WorkbookText {
    private WorkbookText() {}

    static String of(byte[] file) throws IOException {
        var text = new StringBuilder();
        try (var workbook = new XSSFWorkbook(new ByteArrayInputStream(file))) {
            for (var sheet : workbook) {
                text.append("sheet ").append(sheet.getSheetName()).append(frozen(sheet));
                text.append('\n');
                for (var row : sheet) {
                    row.forEach(cell -> text.append(line(cell)).append('\n'));
                }
            }
        }
        return text.toString();
    }

    private static String frozen(Sheet sheet) {
        var pane = sheet.getPaneInformation();
        return pane != null && pane.isFreezePane()
                ? ", frozen above row " + (pane.getHorizontalSplitTopRow() + 1)
                : "";
    }

    private static String line(Cell cell) {
        var style = cell.getCellStyle();
        if (cell.getCellType() == CellType.NUMERIC) {
            var number = new BigDecimal(Double.toString(cell.getNumericCellValue()));
            var plain = number.stripTrailingZeros().toPlainString();
            return "%s number %s as %s"
                    .formatted(cell.getAddress(), plain, style.getDataFormatString());
        }
        return "%s text %s".formatted(cell.getAddress(), cell.getStringCellValue());
    }
}
