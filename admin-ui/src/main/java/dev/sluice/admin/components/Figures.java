package dev.sluice.admin.components;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Numbers, money and times as people read them; money is never rounded unless asked for. */
public final class Figures {
    /** Stands where there is no figure. */
    public static final String NONE = "–";

    private static final int EXACT_DECIMALS = 9;
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd");

    private Figures() {}

    /** A whole number, grouped. */
    public static String count(long number) {
        return NumberFormat.getIntegerInstance(Words.locale()).format(number);
    }

    public static String count(@Nullable Long number) {
        return number == null ? NONE : count(number.longValue());
    }

    /** A large number in at most four figures: 12.3k, 4.56M. */
    public static String brief(double number) {
        if (number < 10_000) {
            return decimal(number, number < 10 ? 2 : number < 100 ? 1 : 0);
        }
        return number < 10_000_000
                ? decimal(number / 1_000, number < 100_000 ? 1 : 0) + "k"
                : decimal(number / 1_000_000, number < 100_000_000 ? 2 : 0) + "M";
    }

    private static String decimal(double number, int decimals) {
        return BigDecimal.valueOf(number)
                .setScale(decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** The exact amount: at least two decimals, all that there are. */
    public static String money(Money amount) {
        return money(amount, EXACT_DECIMALS);
    }

    public static String money(Money amount, String currency) {
        return currency + " " + money(amount);
    }

    /** Rounded for a headline: cents, or four significant figures of something smaller. */
    public static String moneyBrief(Money amount, String currency) {
        var size = Math.abs(amount.nanos());
        var decimals = size >= 1_000_000_000L ? 2 : size >= 10_000_000L ? 4 : 6;
        return currency + " " + money(amount, decimals);
    }

    private static String money(Money amount, int mostDecimals) {
        var format = NumberFormat.getNumberInstance(Words.locale());
        format.setMinimumFractionDigits(2);
        format.setMaximumFractionDigits(mostDecimals);
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format.format(amount.toBigDecimal());
    }

    /** A share as a percentage with at most two decimals. */
    public static String percent(double share) {
        return decimal(share * 100, 2) + " %";
    }

    public static String millis(@Nullable Long duration) {
        return duration == null
                ? NONE
                : duration < 10_000
                        ? count(duration) + " ms"
                        : decimal(duration / 1000.0, 1) + " s";
    }

    /** A time to the second; in UTC unless a zone is given, and then without saying so. */
    public static String time(@Nullable Instant at) {
        return at == null ? NONE : SECOND.format(at.atOffset(ZoneOffset.UTC));
    }

    public static String time(@Nullable Instant at, ZoneId zone) {
        return at == null ? NONE : SECOND.format(at.atZone(zone));
    }

    public static String day(@Nullable Instant at) {
        return at == null ? NONE : DAY.format(at.atOffset(ZoneOffset.UTC));
    }

    /** How long ago, in the largest fitting unit. */
    public static String ago(@Nullable Instant at, Instant now) {
        if (at == null) {
            return NONE;
        }
        var passed = Duration.between(at, now);
        var seconds = Math.max(0, passed.toSeconds());
        if (seconds < 60) {
            return Words.text("time.seconds", String.valueOf(seconds));
        }
        if (seconds < 3_600) {
            return Words.text("time.minutes", String.valueOf(passed.toMinutes()));
        }
        return seconds < 86_400
                ? Words.text("time.hours", String.valueOf(passed.toHours()))
                : Words.text("time.days", String.valueOf(passed.toDays()));
    }
}
