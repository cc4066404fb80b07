package dev.sluice.admin.rerating;

import dev.sluice.admin.components.Figures;
import dev.sluice.control.rerating.ReRating;
import dev.sluice.control.rerating.ReRating.Total;
import dev.sluice.model.money.Money;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Sums of a re-rating as people read them. */
final class ReRatingWords {
    private ReRatingWords() {}

    static String difference(ReRating made) {
        return sum(made.totals(), total -> signed(total.difference(), total.currency()));
    }

    static String before(ReRating made) {
        return sum(made.totals(), total -> Figures.money(total.before(), total.currency()));
    }

    static String after(ReRating made) {
        return sum(made.totals(), total -> Figures.money(total.after(), total.currency()));
    }

    private static String sum(List<Total> totals, Function<Total, String> of) {
        return totals.isEmpty()
                ? Figures.NONE
                : totals.stream().map(of).collect(Collectors.joining(", "));
    }

    /** A plus says that the tenant pays more. */
    static String signed(Money amount, String currency) {
        var text = Figures.money(amount);
        return currency + " " + (amount.nanos() > 0 ? "+" + text : text);
    }
}
