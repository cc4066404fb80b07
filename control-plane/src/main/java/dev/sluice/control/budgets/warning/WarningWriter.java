package dev.sluice.control.budgets.warning;

import dev.sluice.control.alerts.AlertKind;
import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.budgets.BudgetCatalogue;
import dev.sluice.control.budgets.Outlook;
import dev.sluice.control.budgets.PlacedBudget;
import dev.sluice.control.budgets.SharedStore;
import dev.sluice.control.rounds.PeriodicLook;
import dev.sluice.model.quota.BudgetWindow;
import io.lettuce.core.RedisException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Looks every few seconds for budgets that came near their end. Every control plane does; the
 * table's key lets each window warn once at each level, also when its limit is changed meanwhile.
 */
@Component
class WarningWriter extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(WarningWriter.class);
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofDays(400);
    private static final Duration SHORT_ONES_KEPT = Duration.ofDays(7);

    /** They end before anybody could do something. */
    private static final Set<BudgetWindow> SHORT_WINDOWS =
            EnumSet.of(BudgetWindow.MINUTE, BudgetWindow.HOUR);

    private static final Duration CLEANED_EVERY = Duration.ofHours(1);

    private final BudgetCatalogue catalogue;
    private final SharedStore store;
    private final Outlook outlook;
    private final JdbcClient database;
    private final Alerts alerts;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private Instant cleanedAt = Instant.EPOCH;

    WarningWriter(
            BudgetCatalogue catalogue,
            SharedStore store,
            Outlook outlook,
            JdbcClient database,
            Alerts alerts,
            TransactionTemplate transaction,
            Clock clock) {
        super("budget-warnings", PERIOD);
        this.catalogue = catalogue;
        this.store = store;
        this.outlook = outlook;
        this.database = database;
        this.alerts = alerts;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** A budget and what the shared counter says is spent of it. */
    private record Near(PlacedBudget placed, long spent) {}

    /** One look; what is away now is there at a later one. */
    @Override
    protected void look() {
        try {
            var now = clock.instant();
            var near = near(now);
            var recent = outlook.of(near.stream().map(Near::placed).toList(), now);
            for (int i = 0; i < near.size(); i++) {
                var one = near.get(i);
                var limit = one.placed().budget().limit();
                if (recent.get(i).level(limit, one.spent()) == 100) {
                    warn(one, now, 100, 80);
                } else {
                    warn(one, now, 80);
                }
            }
            if (!cleanedAt.plus(CLEANED_EVERY).isAfter(now)) {
                clean(now);
                cleanedAt = now;
            }
        } catch (RedisException | DataAccessException | TransactionException away) {
            LOG.debug("no look at budgets this time: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("looking for budgets near their end failed", bug);
        }
    }

    private List<Near> near(Instant now) {
        var budgets = catalogue.all();
        var counters = store.counters(budgets.stream().map(it -> it.counterKey(now)).toList());
        var near = new ArrayList<Near>();
        for (int i = 0; i < budgets.size(); i++) {
            var placed = budgets.get(i);
            var spent = counters.get(i).map(SharedStore.Counter::spent).orElse(0L);
            if (Outlook.Recent.NONE.level(placed.budget().limit(), spent) > 0) {
                near.add(new Near(placed, spent));
            }
        }
        return near;
    }

    /** Writes the levels that are new; people are told of the highest one. */
    private void warn(Near near, Instant now, int... levels) {
        transaction.executeWithoutResult(status -> {
            var isTold = false;
            for (var level : levels) {
                if (write(near, level, now) && !isTold) {
                    tell(near, level, now);
                    isTold = true;
                }
            }
        });
    }

    private void tell(Near near, int level, Instant now) {
        var placed = near.placed();
        var budget = placed.budget();
        LOG.info(
                "budget {} of {} {} is spent to {} percent",
                budget.id(),
                placed.level(),
                placed.path(),
                level);
        if (SHORT_WINDOWS.contains(budget.window())) {
            return;
        }
        var warning = BudgetWarning.of(placed, level, near.spent(), now);
        alerts.raise(
                placed.tenant(),
                AlertKind.BUDGET,
                String.join(
                        "/",
                        placed.path(),
                        budget.id(),
                        warning.windowStart().toString(),
                        Integer.toString(level)),
                warning.text(),
                warning);
    }

    private boolean write(Near near, int level, Instant now) {
        var placed = near.placed();
        var budget = placed.budget();
        var written =
                database.sql(
                                """
                                INSERT INTO budget_warning
                                VALUES (:tenant, :path, :budget, :start, :level, :alias, :unit,
                                        :currency, :window, :end, :limit, :spent, :now)
                                ON CONFLICT DO NOTHING
                                """)
                        .param("tenant", placed.tenant())
                        .param("path", placed.path())
                        .param("budget", budget.id())
                        .param("start", placed.windowStart(now).atOffset(ZoneOffset.UTC))
                        .param("level", level)
                        .param("alias", budget.alias())
                        .param("unit", budget.countsMoney() ? "money" : "tokens")
                        .param("currency", budget.countsMoney() ? placed.currency() : null)
                        .param("window", budget.window().text())
                        .param("end", placed.windowEnd(now).atOffset(ZoneOffset.UTC))
                        .param("limit", budget.limit())
                        .param("spent", near.spent())
                        .param("now", now.atOffset(ZoneOffset.UTC))
                        .update();
        return written > 0;
    }

    private void clean(Instant now) {
        database.sql(
                        """
                        DELETE FROM budget_warning
                        WHERE window_end < :old
                           OR (window_kind IN ('minute', 'hour') AND window_end < :recent)
                        """)
                .param("old", now.minus(KEPT).atOffset(ZoneOffset.UTC))
                .param("recent", now.minus(SHORT_ONES_KEPT).atOffset(ZoneOffset.UTC))
                .update();
    }
}
