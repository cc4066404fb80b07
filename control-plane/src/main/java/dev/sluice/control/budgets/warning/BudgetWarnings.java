package dev.sluice.control.budgets.warning;

import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.quota.BudgetWindow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;

/** Which budgets came near their end. */
@Service
public class BudgetWarnings {
    private static final int MOST = 1_000;

    private final JdbcClient database;
    private final KnownTenants tenants;
    private final Clock clock;

    BudgetWarnings(JdbcClient database, KnownTenants tenants, Clock clock) {
        this.tenants = tenants;
        this.database = database;
        this.clock = clock;
    }

    /**
     * The latest first; nothing of tenants that the person may not see.
     *
     * @param openOnly only of windows that are not over
     */
    @PreAuthorize("isAuthenticated()")
    public List<BudgetWarning> find(@Nullable String tenant, boolean openOnly, int limit) {
        if (limit < 1 || limit > MOST) {
            throw Refusal.badRequest("'limit' is a number from 1 to " + MOST);
        }
        return tenants.found(tenant, only -> stored(only, openOnly, limit));
    }

    private List<BudgetWarning> stored(@Nullable String within, boolean openOnly, int limit) {
        return database.sql(
                        """
                        SELECT * FROM budget_warning
                        WHERE (CAST(:tenant AS text) IS NULL OR tenant = :tenant)
                          AND window_end > :after
                        ORDER BY warned_at DESC, path, budget, level DESC LIMIT :limit
                        """)
                .param("tenant", within)
                .param(
                        "after",
                        (openOnly ? clock.instant() : Instant.EPOCH).atOffset(ZoneOffset.UTC))
                .param("limit", limit)
                .query(BudgetWarnings::row)
                .list();
    }

    private static BudgetWarning row(ResultSet row, int n) throws SQLException {
        var path = row.getString("path").split("/", -1);
        var isMoney = row.getString("unit").equals("money");
        return new BudgetWarning(
                row.getString("tenant"),
                part(path, 1),
                part(path, 2),
                part(path, 3),
                row.getString("alias"),
                row.getString("unit"),
                row.getString("currency"),
                BudgetWindow.valueOf(row.getString("window_kind").toUpperCase(Locale.ROOT)),
                row.getInt("level"),
                BudgetWarning.amount(isMoney, row.getLong("amount_limit")),
                BudgetWarning.amount(isMoney, row.getLong("spent")),
                moment(row, "window_start"),
                moment(row, "window_end"),
                moment(row, "warned_at"));
    }

    private static @Nullable String part(String[] path, int number) {
        return path.length > number ? path[number] : null;
    }

    private static Instant moment(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
