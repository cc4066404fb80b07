package dev.sluice.admin.forms;

import com.vaadin.flow.component.html.Div;
import dev.sluice.model.quota.Budget;
import java.util.List;

/** The budgets of a tenant, app, key or sub-key as rows. */
public class BudgetsEditor extends Div {
    private final RowList<BudgetRow> rows;

    public BudgetsEditor(List<Budget> budgets, List<String> aliases, String currency) {
        rows =
                new RowList<>(
                                "form.budgets",
                                "form.addBudget",
                                () -> new BudgetRow(null, aliases, currency))
                        .withAddId("add-budget");
        add(rows);
        budgets.forEach(budget -> rows.append(new BudgetRow(budget, aliases, currency)));
    }

    /** The budgets as they stand in the rows. */
    public List<Budget> budgets() {
        return rows.rows().stream().map(BudgetRow::budget).toList();
    }
}
