package dev.sluice.control.budgets.warning;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Warnings of budgets over REST. */
@RestController
class WarningController {
    private final BudgetWarnings warnings;

    WarningController(BudgetWarnings warnings) {
        this.warnings = warnings;
    }

    record Answer(List<BudgetWarning> items) {}

    @GetMapping("/api/v1/budgets/warnings")
    Answer find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(defaultValue = "false") boolean open,
            @RequestParam(defaultValue = "100") int limit) {
        return new Answer(warnings.find(tenant, open, limit));
    }
}
