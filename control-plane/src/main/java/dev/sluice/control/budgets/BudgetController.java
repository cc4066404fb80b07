package dev.sluice.control.budgets;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Budgets over REST. */
@RestController
class BudgetController {
    private final BudgetService budgets;

    BudgetController(BudgetService budgets) {
        this.budgets = budgets;
    }

    record Answer(List<BudgetItem> items) {}

    @GetMapping("/api/v1/budgets")
    Answer find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable String app,
            @RequestParam(required = false) @Nullable String key) {
        return new Answer(budgets.find(tenant, app, key));
    }
}
