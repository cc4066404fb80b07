package dev.sluice.admin.forms;

import com.vaadin.flow.component.datepicker.DatePicker;
import com.vaadin.flow.component.datepicker.DatePicker.DatePickerI18n;
import com.vaadin.flow.component.datetimepicker.DateTimePicker;
import dev.sluice.admin.components.Words;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A moment in UTC, typed as 2026-11-30 and 14:05 in every language. */
public class MomentPicker extends DateTimePicker {
    /** Writes dates as ISO 8601 does, and hours up to 24. */
    static final Locale ISO = Locale.of("sv", "SE");

    public MomentPicker(String label) {
        super(label);
        setLocale(ISO);
        setDatePickerI18n(words(Words.locale()));
    }

    /** A day alone, in the same form. */
    public static DatePicker day(String label) {
        var picker = new DatePicker(label);
        picker.setLocale(ISO);
        picker.setI18n(words(Words.locale()));
        return picker;
    }

    private static DatePickerI18n words(Locale language) {
        var sundayFirst =
                Stream.concat(
                                Stream.of(DayOfWeek.SUNDAY),
                                Arrays.stream(DayOfWeek.values()).limit(6))
                        .toList();
        return new DatePickerI18n()
                .setMonthNames(
                        Arrays.stream(Month.values())
                                .map(it -> it.getDisplayName(TextStyle.FULL_STANDALONE, language))
                                .toList())
                .setWeekdays(names(sundayFirst, TextStyle.FULL, language))
                .setWeekdaysShort(names(sundayFirst, TextStyle.SHORT, language))
                .setToday(Words.text("form.today"))
                .setCancel(Words.text("action.cancel"));
    }

    private static List<String> names(List<DayOfWeek> days, TextStyle style, Locale language) {
        return days.stream().map(it -> it.getDisplayName(style, language)).toList();
    }

    public void setInstant(@Nullable Instant at) {
        setValue(at == null ? null : at.atOffset(ZoneOffset.UTC).toLocalDateTime());
    }

    /** The moment, if one is chosen. */
    public @Nullable Instant instant() {
        var chosen = getValue();
        return chosen == null ? null : chosen.toInstant(ZoneOffset.UTC);
    }
}
