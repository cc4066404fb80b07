package dev.sluice.control.reports.monthly;

import dev.sluice.model.money.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * CSV after RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front:
 * names of apps and business lines come from many hands.
 */
public final class CsvText {
    /** Some spreadsheets read the wide forms likewise. */
    private static final String FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private final List<String> rows = new ArrayList<>();

    public CsvText row(@Nullable Object... cells) {
        var texts = new ArrayList<String>();
        for (var cell : cells) {
            texts.add(cell == null ? "" : isFigure(cell) ? cell.toString() : text(cell));
        }
        rows.add(texts.stream().map(CsvText::quoted).collect(Collectors.joining(",")));
        return this;
    }

    private static boolean isFigure(Object cell) {
        return cell instanceof Number || cell instanceof Money;
    }

    private static String text(Object cell) {
        var text = cell.toString();
        return isFormula(text, 0) || isFormula(text, firstShown(text)) ? "'" + text : text;
    }

    private static boolean isFormula(String text, int at) {
        return at < text.length() && FORMULA.indexOf(text.charAt(at)) >= 0;
    }

    /** Behind blanks and what cannot be seen, which some spreadsheets cut off. */
    private static int firstShown(String text) {
        var at = 0;
        while (at < text.length() && isUnseen(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isUnseen(char c) {
        return Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || Character.getType(c) == Character.FORMAT;
    }

    private static String quoted(String text) {
        var isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    @Override
    public String toString() {
        return rows.stream().map(row -> row + "\r\n").collect(Collectors.joining());
    }
}
