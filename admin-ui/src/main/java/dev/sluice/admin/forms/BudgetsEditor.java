package dev.sluice.admin.forms;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Words;
import dev.sluice.model.quota.Budget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The budgets of a tenant, app, key or sub-key as rows. */
public class BudgetsEditor extends Div {
    private final String currency;
    private final List<String> aliases;
    private final List<BudgetRow> rows = new ArrayList<>();
    private final Div list = new Div();

    public BudgetsEditor(List<Budget> budgets, List<String> aliases, String currency) {
        this.currency = currency;
        this.aliases = aliases;
        addClassName("stack");
        list.addClassName("stack");
        var title = new Span(Words.text("form.budgets"));
        title.addClassName("field-title");
        var more =
                new Button(
                        Words.text("form.addBudget"),
                        VaadinIcon.PLUS.create(),
                        click -> append(null));
        more.setId("add-budget");
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        add(title, list, new Div(more));
        budgets.forEach(this::append);
    }

    private void append(@Nullable Budget budget) {
        var row = new BudgetRow(budget, aliases, currency);
        var remove = new Button(VaadinIcon.TRASH.create());
        remove.setAriaLabel(Words.text("action.remove"));
        remove.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        remove.addClickListener(click -> {
            rows.remove(row);
            list.remove(row);
        });
        row.add(remove);
        rows.add(row);
        list.add(row);
    }

    /** The budgets as they stand in the rows. */
    public List<Budget> budgets() {
        return rows.stream().map(BudgetRow::budget).toList();
    }
}
