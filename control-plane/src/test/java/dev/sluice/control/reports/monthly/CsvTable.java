package dev.sluice.control.reports.monthly;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** CSV after RFC 4180, read by a hand that has not written it. */
record CsvTable(List<String> columns, List<Map<String, String>> rows) {
    static CsvTable of(String text) {
        var lines = cells(text);
        var columns = lines.getFirst();
        var rows = new ArrayList<Map<String, String>>();
        for (var line : lines.subList(1, lines.size())) {
            if (line.size() != columns.size()) {
                throw new IllegalArgumentException("a row of " + line.size() + " cells: " + line);
            }
            var row = new LinkedHashMap<String, String>();
            for (int column = 0; column < columns.size(); column++) {
                row.put(columns.get(column), line.get(column));
            }
            rows.add(row);
        }
        return new CsvTable(columns, rows);
    }

    private static List<List<String>> cells(String text) {
        var lines = new ArrayList<List<String>>();
        var line = new ArrayList<String>();
        var cell = new StringBuilder();
        boolean isQuoted = false;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' && isQuoted && at + 1 < text.length() && text.charAt(at + 1) == '"') {
                cell.append(c);
                at++;
            } else if (c == '"') {
                isQuoted = !isQuoted;
            } else if (isQuoted || (c != ',' && c != '\r' && c != '\n')) {
                cell.append(c);
            } else if (c != '\r') {
                line.add(cell.toString());
                cell.setLength(0);
                if (c == '\n') {
                    lines.add(List.copyOf(line));
                    line.clear();
                }
            }
        }
        return lines;
    }
}
