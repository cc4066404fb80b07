package dev.sluice.admin.tenants;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.AmountBar;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Words;
import dev.sluice.control.budgets.BudgetItem;
import dev.sluice.control.budgets.BudgetService;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Split;
import java.math.BigDecimal;
import java.util.Objects;

/** The budgets of one level with what is spent and held in the open window. */
class BudgetsCard extends Card {
    BudgetsCard(TeamNode row, BudgetService budgets) {
        super(Words.text("teams.budgets"), Words.text("teams.budgets.note"));
        var names = row.path().split("/", -1);
        var own =
                budgets
                        .find(
                                names[0],
                                names.length > 1 ? names[1] : null,
                                names.length > 2 ? names[2] : null)
                        .stream()
                        .filter(item -> item.scope().equals(row.kind().text()))
                        .filter(item -> names.length < 4 || Objects.equals(item.subKey(), names[3]))
                        .toList();
        own.forEach(item -> add(budget(item)));
        if (own.isEmpty()) {
            add(
                    new EmptyState(
                            VaadinIcon.WALLET,
                            Words.text("teams.budgets.empty"),
                            Words.text("teams.budgets.empty.next")));
        }
    }

    private static Div budget(BudgetItem item) {
        var name =
                new Span(
                        text(item.limit(), item)
                                + " "
                                + Words.text("window." + item.window().text())
                                + (item.alias() == null ? "" : " · " + item.alias()));
        var head =
                new Div(name, new Mark(Words.text("mode.short." + item.mode().text()), Tone.PLAIN));
        head.addClassName("budget-head");
        if (item.split() != Split.NONE) {
            head.add(new Mark(Words.text("split." + item.split().text()), Tone.PLAIN));
        }
        var bar = new AmountBar(amount(item.spent()), amount(item.held()), amount(item.limit()));
        var foot =
                new Div(
                        Words.text(
                                "teams.budget.foot",
                                text(item.spent(), item),
                                text(item.held(), item),
                                text(item.remaining(), item),
                                Figures.time(item.windowEnd())));
        foot.addClassName("budget-foot");
        var budget = new Div(head, bar, foot);
        if (item.source().equals("ledger")) {
            budget.add(new Mark(Words.text("teams.budget.ledger"), Tone.WARNING));
        }
        budget.addClassName("budget");
        return budget;
    }

    private static BigDecimal amount(Object value) {
        return value instanceof Money money
                ? money.toBigDecimal()
                : new BigDecimal(value.toString());
    }

    private static String text(Object value, BudgetItem item) {
        if (value instanceof Money money) {
            return Figures.money(money, Objects.requireNonNullElse(item.currency(), ""));
        }
        return Figures.count(Long.parseLong(value.toString())) + " " + Words.text("unit.tokens");
    }
}
