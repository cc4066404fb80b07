package dev.sluice.admin.forms;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.select.Select;
import dev.sluice.admin.components.Words;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.BudgetWindow;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One budget in a line, its policies folded below. */
class BudgetRow extends Div {
    private enum Unit {
        MONEY,
        TOKENS
    }

    private final @Nullable Budget original;
    private final Select<Unit> unit = new Select<>();
    private final NumberText amount;
    private final Select<BudgetWindow> window = new Select<>();
    private final Select<BudgetMode> mode = new Select<>();
    private final ComboBox<String> alias = new ComboBox<>();
    private final BudgetPolicyFields policies;

    BudgetRow(@Nullable Budget original, List<String> aliases, String currency) {
        this.original = original;
        addClassName("budget-row");
        unit.setItems(Unit.values());
        unit.setItemLabelGenerator(it -> it == Unit.MONEY ? currency : Words.text("unit.tokens"));
        amount = NumberText.decimal("", original == null ? null : limit(original));
        amount.setPlaceholder(Words.text("form.amount"));
        amount.setAriaLabel(Words.text("form.amount"));
        window.setItems(BudgetWindow.values());
        window.setItemLabelGenerator(it -> Words.text("window." + it.text()));
        mode.setItems(BudgetMode.values());
        mode.setItemLabelGenerator(it -> Words.text("mode.short." + it.text()));
        alias.setItems(aliases);
        alias.setPlaceholder(Words.text("form.everyAlias"));
        alias.setClearButtonVisible(true);
        unit.setValue(original == null || original.countsMoney() ? Unit.MONEY : Unit.TOKENS);
        window.setValue(original == null ? BudgetWindow.MONTH : original.window());
        mode.setValue(original == null ? BudgetMode.STRICT : original.modeOrDefault());
        if (original != null && original.alias() != null) {
            alias.setValue(original.alias());
        }
        policies = new BudgetPolicyFields(original, aliases, currency);
        add(amount, unit, window, mode, alias, policies);
    }

    private static BigDecimal limit(Budget budget) {
        var money = budget.amount();
        return money != null
                ? money.toBigDecimal().stripTrailingZeros()
                : BigDecimal.valueOf(budget.limit());
    }

    Budget budget() {
        var money = unit.getValue() == Unit.MONEY;
        var limit = amount.requiredAmount();
        if (!money && limit.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException(Words.text("form.wholeTokens"));
        }
        return new Budget(
                money ? Money.parse(limit.toPlainString()) : null,
                money ? null : limit.longValueExact(),
                window.getValue(),
                alias.getValue(),
                modeOrKept(),
                policies.onTight(),
                policies.minOutput(),
                policies.onExhausted(),
                policies.onStoreAway(),
                policies.unpriceable(),
                policies.overrun(),
                policies.split());
    }

    /** An absent mode means strict; choosing nothing else must not look like a change. */
    private @Nullable BudgetMode modeOrKept() {
        return original != null && mode.getValue() == original.modeOrDefault()
                ? original.mode()
                : mode.getValue();
    }
}
