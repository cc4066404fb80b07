package dev.sluice.admin.forms;

import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.PriceBand;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.price.Weekday;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A price in words. */
public final class PriceText {
    private static final String GAP = "   ";

    private PriceText() {}

    /** One price: since when, each kind with its amount, and what changes it, a line each. */
    public static String of(Price price) {
        return Words.text("form.price.since", period(price)) + GAP + amounts(price);
    }

    /** The same without its dates. */
    public static String amounts(Price price) {
        var first = new ArrayList<>(kinds(price.perMillion()));
        fee(first, "perRequest", price.perRequest());
        fee(first, "perImage", price.perImage());
        fee(first, "perSecond", price.perSecond());
        var lines = new ArrayList<String>();
        lines.add(
                (price.currency() == null ? "" : price.currency() + GAP) + String.join(GAP, first));
        for (var tier : price.tiers()) {
            lines.add(
                    Words.text("form.price.above", Figures.count(tier.aboveInputTokens()))
                            + GAP
                            + String.join(GAP, kinds(tier.perMillion())));
        }
        price.bands().forEach(band -> lines.add(band(band)));
        price.serviceTiers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .forEach(it -> lines.add(it.getKey() + " × " + plain(it.getValue())));
        return String.join("\n", lines);
    }

    private static List<String> kinds(Map<TokenKind, BigDecimal> perMillion) {
        var parts = new ArrayList<String>();
        for (var kind : TokenKind.values()) {
            var amount = perMillion.get(kind);
            if (amount != null) {
                parts.add(Words.text("kind." + kind.text()) + " " + plain(amount));
            }
        }
        return parts;
    }

    private static void fee(List<String> parts, String fee, @Nullable BigDecimal each) {
        if (each != null) {
            parts.add(Words.text("form.price." + fee) + " " + plain(each));
        }
    }

    private static String band(PriceBand band) {
        var days =
                band.days().isEmpty()
                        ? Words.text("weekday.all")
                        : band.days().stream().map(PriceText::day).collect(Collectors.joining(" "));
        return "%s %s–%s %s × %s"
                .formatted(days, band.from(), band.to(), band.zone(), plain(band.factor()));
    }

    static String day(Weekday day) {
        return Words.text("weekday." + day.text());
    }

    private static String period(Price price) {
        @Nullable Instant end = price.to();
        return Figures.time(price.from()) + (end == null ? "" : " → " + Figures.time(end));
    }

    private static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }
}
