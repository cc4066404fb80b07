package dev.sluice.control.reports;

import dev.sluice.control.security.AccessGuard;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Finds single calls in the books, as they count: an adjusted call shows its true result. */
@Service
public class UsageRequests {
    private final JdbcClient database;
    private final AccessGuard guard;

    UsageRequests(JdbcClient database, AccessGuard guard) {
        this.database = database;
        this.guard = guard;
    }

    /** Narrowed to the tenants that the person may see; a foreign one has no calls. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public UsagePage find(UsageQuery query) {
        if (query.tenant() != null && !guard.maySee(query.tenant())) {
            return new UsagePage(List.of(), null);
        }
        var conditions = new Conditions();
        conditions.equal("e.trace_id", query.traceId());
        conditions.equal("e.request_id", query.requestId());
        conditions.equal("e.tenant", query.tenant());
        conditions.equal("e.tenant", guard.onlyTenant());
        conditions.equal("e.app", query.app());
        conditions.equal("e.key_name", query.key());
        conditions.equal("coalesce(a.status, e.status)", query.status());
        conditions.between(query.from(), query.to());
        conditions.below(query.cursor());
        var items =
                database.sql(
                                """
                                SELECT coalesce(a.event, e.event) AS event,
                                       a.event IS NOT NULL AS adjusted,
                                       CASE WHEN a.event IS NULL THEN e.cost_agrees
                                            ELSE a.cost_agrees END AS cost_agrees
                                FROM usage_entry e
                                LEFT JOIN usage_adjustment a
                                       ON a.day = e.day AND a.event_id = e.event_id
                                WHERE %s
                                ORDER BY e.day DESC, e.event_id DESC
                                LIMIT %d
                                """
                                        .formatted(conditions.text(), query.limit()))
                        .params(conditions.values)
                        .query((row, n) -> item(row))
                        .list();
        var next = items.size() < query.limit() ? null : items.getLast().eventId();
        return new UsagePage(items, next);
    }

    private static UsageItem item(ResultSet row) throws SQLException {
        var event = SluiceJson.mapper().readValue(row.getString("event"), UsageEvent.class);
        var agrees = row.getBoolean("cost_agrees");
        var isKnown = !row.wasNull();
        return UsageItem.of(event, row.getBoolean("adjusted"), isKnown ? agrees : null);
    }

    /** A conjunction under construction. */
    private static final class Conditions {
        private final List<String> texts = new ArrayList<>(List.of("true"));
        private final Map<String, Object> values = new HashMap<>();

        void equal(String column, @Nullable String value) {
            if (value != null) {
                add(column + " = :%s", value);
            }
        }

        /** The day is that of the event's id, which is made a moment before the call begins. */
        void between(@Nullable Instant from, @Nullable Instant to) {
            if (from != null) {
                add("e.started_at >= :%s", from.atOffset(ZoneOffset.UTC));
                add("e.day >= :%s", dayOf(from).minusDays(1));
            }
            if (to != null) {
                add("e.started_at < :%s", to.atOffset(ZoneOffset.UTC));
                add("e.day <= :%s", dayOf(to).plusDays(1));
            }
        }

        void below(@Nullable UUID cursor) {
            if (cursor != null) {
                add("e.day <= :%s", Uuid7.dayOf(cursor));
                add("(e.day, e.event_id) < (:%s, :%s)", Uuid7.dayOf(cursor), cursor);
            }
        }

        private void add(String text, Object... parameters) {
            var names = new ArrayList<String>();
            for (var parameter : parameters) {
                var name = "p" + values.size();
                values.put(name, parameter);
                names.add(name);
            }
            texts.add(text.formatted(names.toArray()));
        }

        String text() {
            return String.join(" AND ", texts);
        }

        private static LocalDate dayOf(Instant at) {
            return LocalDate.ofInstant(at, ZoneOffset.UTC);
        }
    }
}
