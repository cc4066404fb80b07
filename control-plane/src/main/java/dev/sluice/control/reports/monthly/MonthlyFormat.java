package dev.sluice.control.reports.monthly;

import java.time.YearMonth;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The forms in which a month can be had. */
public enum MonthlyFormat {
    JSON("json", "application/json"),
    CSV("csv", "text/csv;charset=UTF-8"),
    XLSX("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    FOCUS("focus.csv", "text/csv;charset=UTF-8");

    private final String ending;
    private final String mediaType;

    MonthlyFormat(String ending, String mediaType) {
        this.ending = ending;
        this.mediaType = mediaType;
    }

    static Optional<MonthlyFormat> find(String text) {
        var wanted = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(it -> it.text().equals(wanted)).findFirst();
    }

    static String all() {
        return Arrays.stream(values()).map(MonthlyFormat::text).collect(Collectors.joining(", "));
    }

    /** As it is asked for. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String fileName(YearMonth month) {
        return "sluice-" + month + "." + ending;
    }

    public String mediaType() {
        return mediaType;
    }
}
