package dev.sluice.control.budgets.warning;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.quota.BudgetWindow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A budget that came near its end; every field is always there.
 *
 * @param unit {@code money}, then amounts are decimal text, or {@code tokens}, then numbers
 * @param level 80 or 100 percent
 * @param limit as it was then, like what was spent
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record BudgetWarning(
        String tenant,
        @Nullable String app,
        @Nullable String key,
        @Nullable String subKey,
        @Nullable String alias,
        String unit,
        @Nullable String currency,
        BudgetWindow window,
        int level,
        Object limit,
        Object spent,
        Instant windowStart,
        Instant windowEnd,
        Instant warnedAt) {}
