package dev.sluice.admin.forms;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.details.Details;
import com.vaadin.flow.component.html.Div;
import dev.sluice.admin.components.Words;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.OnStoreAway;
import dev.sluice.model.quota.OnTight;
import dev.sluice.model.quota.Overrun;
import dev.sluice.model.quota.Split;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a budget does when it is tight, spent, cannot tell a price or lacks the shared store. */
class BudgetPolicyFields extends Details {
    private static final String DEGRADE = "degrade";
    private static final String FLAT = "flat";

    private final Choice<OnTight> onTight;
    private final NumberText minOutput;
    private final Choice<String> onExhausted;
    private final ComboBox<String> degradesTo = new ComboBox<>(Words.text("budget.degradesTo"));
    private final Choice<String> unpriceable;
    private final NumberText flat;
    private final Choice<Overrun> overrun;
    private final Choice<OnStoreAway> onStoreAway;
    private final Choice<Split> split;

    BudgetPolicyFields(@Nullable Budget budget, List<String> aliases, String currency) {
        setSummaryText(Words.text("budget.policies"));
        addClassName("row-more");
        onTight =
                new Choice<>(
                        Words.text("budget.onTight"),
                        "budget.onTight.",
                        List.of(OnTight.values()),
                        OnTight.REJECT,
                        budget == null ? null : budget.onTight());
        minOutput =
                NumberText.whole(
                                Words.text("budget.minOutput"),
                                budget == null ? null : budget.minOutput())
                        .withPlaceholder(Long.toString(Budget.MIN_OUTPUT));
        var exhausted = budget == null ? null : budget.onExhausted();
        onExhausted =
                new Choice<>(
                        Words.text("budget.onExhausted"),
                        "budget.onExhausted.",
                        List.of("reject", DEGRADE, "allow"),
                        "reject",
                        word(exhausted));
        degradesTo.setItems(aliases);
        var unpriced = budget == null ? null : budget.unpriceable();
        unpriceable =
                new Choice<>(
                        Words.text("budget.unpriceable"),
                        "budget.unpriceable.",
                        List.of("reject", FLAT, "allow"),
                        "reject",
                        word(unpriced));
        flat = NumberText.decimal(Words.text("budget.flat", currency), null);
        overrun =
                new Choice<>(
                        Words.text("budget.overrun"),
                        "budget.overrun.",
                        List.of(Overrun.values()),
                        Overrun.PLATFORM,
                        budget == null ? null : budget.overrun());
        onStoreAway =
                new Choice<>(
                        Words.text("budget.onStoreAway"),
                        "budget.onStoreAway.",
                        List.of(OnStoreAway.values()),
                        OnStoreAway.SHARE,
                        budget == null ? null : budget.onStoreAway());
        split =
                new Choice<>(
                        Words.text("budget.split"),
                        "budget.split.",
                        List.of(Split.NONE, Split.EQUAL, Split.WEIGHT),
                        Split.NONE,
                        budget == null ? null : budget.split());
        fill(exhausted, unpriced);
        lay();
    }

    /** What stands behind the colon of a policy. */
    private void fill(@Nullable String exhausted, @Nullable String unpriced) {
        if (exhausted != null && DEGRADE.equals(word(exhausted))) {
            degradesTo.setValue(rest(exhausted));
        }
        if (unpriced != null && FLAT.equals(word(unpriced))) {
            flat.setValue(rest(unpriced));
        }
    }

    private void lay() {
        onTight.addClassName("budget-on-tight");
        minOutput.addClassName("budget-min-output");
        unpriceable.addClassName("budget-unpriceable");
        flat.addClassName("budget-flat");
        split.addClassName("budget-split");
        follow(onTight, OnTight.CLAMP, minOutput);
        follow(onExhausted, DEGRADE, degradesTo);
        follow(unpriceable, FLAT, flat);
        var fields =
                new Div(
                        onTight,
                        minOutput,
                        onExhausted,
                        degradesTo,
                        unpriceable,
                        flat,
                        overrun,
                        onStoreAway,
                        split);
        fields.addClassName("form-row");
        add(fields);
    }

    /** A field that means something at one word alone is shown with it alone. */
    private static <T> void follow(Choice<T> choice, T word, Component field) {
        field.setVisible(word.equals(choice.getValue()));
        choice.addValueChangeListener(change -> field.setVisible(word.equals(change.getValue())));
    }

    private static @Nullable String word(@Nullable String policy) {
        return policy == null ? null : policy.split(":", 2)[0];
    }

    private static String rest(String policy) {
        return policy.substring(policy.indexOf(':') + 1);
    }

    @Nullable OnTight onTight() {
        return onTight.chosen();
    }

    @Nullable Long minOutput() {
        return minOutput.isVisible() ? minOutput.count() : null;
    }

    @Nullable String onExhausted() {
        if (!degradesTo.isVisible()) {
            return onExhausted.chosen();
        }
        var alias = Objects.requireNonNullElse(degradesTo.getValue(), "");
        if (alias.isEmpty()) {
            throw missing(degradesTo.getLabel());
        }
        return DEGRADE + ":" + alias;
    }

    @Nullable String unpriceable() {
        return flat.isVisible()
                ? FLAT + ":" + flat.requiredAmount().toPlainString()
                : unpriceable.chosen();
    }

    @Nullable Overrun overrun() {
        return overrun.chosen();
    }

    @Nullable OnStoreAway onStoreAway() {
        return onStoreAway.chosen();
    }

    @Nullable Split split() {
        return split.chosen();
    }

    private static IllegalArgumentException missing(String label) {
        return new IllegalArgumentException(Words.text("form.missing", label));
    }
}
