package dev.sluice.control.uploads;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.model.id.NearestName;
import dev.sluice.model.json.StoredText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.jspecify.annotations.Nullable;

/** Reads tables with a header that people send, and says at which line what is wrong. */
public final class CsvRows {
    private static final int MOST_FAULTS = 1000;
    private static final int MOST_COLUMNS = 200;

    /** More would not fit into memory beside what else goes on. */
    private static final int MOST_ROWS = 200_000;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private CsvRows() {}

    /**
     * A row.
     *
     * @param line on which it ends
     * @param cells by column, without spaces around them; empty ones are left out
     */
    public record Row(int line, Map<String, String> cells) {
        public @Nullable String get(String column) {
            return cells.get(column);
        }
    }

    /**
     * The rows of a table; faults are added, none for what follows from another.
     *
     * @param known columns
     * @param knownBeginning of further columns; empty for none
     * @param required columns that must be there
     */
    public static List<Row> read(
            String text,
            List<String> known,
            String knownBeginning,
            List<String> required,
            List<FaultAt> faults) {
        var plain = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
        var format =
                CSVFormat.RFC4180
                        .builder()
                        .setTrim(true)
                        .setIgnoreEmptyLines(true)
                        .setIgnoreSurroundingSpaces(true)
                        .get();
        var rows = new ArrayList<Row>();
        try (var parser = CSVParser.parse(plain, format)) {
            List<String> header = List.of();
            for (var record : parser) {
                var line = Math.toIntExact(parser.getCurrentLineNumber());
                if (rows.size() >= MOST_ROWS) {
                    var message = "has more than " + MOST_ROWS + " rows; send it in parts";
                    add(faults, new FaultAt(line, "", message));
                    return List.of();
                }
                if (header.isEmpty()) {
                    header = record.toList();
                    checkHeader(header, known, knownBeginning, required, faults);
                    if (!faults.isEmpty()) {
                        return List.of();
                    }
                } else if (record.size() != header.size()) {
                    add(
                            faults,
                            new FaultAt(
                                    line,
                                    "",
                                    "has "
                                            + record.size()
                                            + " cells, and the header has "
                                            + header.size()));
                } else {
                    rows.add(row(line, header, record.toList(), faults));
                }
            }
            if (header.isEmpty()) {
                add(faults, new FaultAt(1, "", "is empty: it begins with a header"));
            }
        } catch (UncheckedIOException | IOException broken) {
            // The parser wraps its own failures, and a wrapper's message names their class.
            var said = broken.getCause() == null ? broken : broken.getCause();
            add(faults, new FaultAt(null, "", "is not CSV: " + said.getMessage()));
        }
        return rows;
    }

    private static void checkHeader(
            List<String> header,
            List<String> known,
            String knownBeginning,
            List<String> required,
            List<FaultAt> faults) {
        if (header.size() > MOST_COLUMNS) {
            var message = "has " + header.size() + " columns; the most is " + MOST_COLUMNS;
            add(faults, new FaultAt(1, "", message));
            return;
        }
        for (var i = 0; i < header.size(); i++) {
            var name = header.get(i);
            if (header.indexOf(name) != i) {
                add(faults, new FaultAt(1, name, "stands here twice"));
            } else if (!known.contains(name)
                    && (knownBeginning.isEmpty() || !name.startsWith(knownBeginning))) {
                var hint =
                        NearestName.of(name, known)
                                .map(it -> "did you mean '" + it + "'?")
                                .orElse("known are: " + String.join(", ", known));
                add(faults, new FaultAt(1, name, "is not a column that is known here; " + hint));
            }
        }
        for (var name : required) {
            if (!header.contains(name)) {
                add(faults, new FaultAt(1, name, "is missing among the columns"));
            }
        }
    }

    private static Row row(
            int line, List<String> header, List<String> record, List<FaultAt> faults) {
        var cells = new LinkedHashMap<String, String>();
        for (var i = 0; i < header.size(); i++) {
            var cell = record.get(i);
            if (!StoredText.canHold(cell)) {
                add(faults, new FaultAt(line, header.get(i), "holds what is not text"));
            } else if (!cell.isEmpty()) {
                cells.put(header.get(i), cell);
            }
        }
        return new Row(line, cells);
    }

    private static void add(List<FaultAt> faults, FaultAt fault) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(fault);
        }
    }
}
