package dev.sluice.control.audit;

import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.security.Person;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Clock;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Notes changes in the transaction that makes them, so that none goes without its row. */
@Service
public class AuditLog {
    private static final String SYSTEM = "system";
    private static final int BATCH = 500;

    private final JdbcClient database;
    private final JdbcTemplate batches;
    private final AccessGuard guard;
    private final TrustedProxies proxies;
    private final Clock clock;

    AuditLog(
            JdbcClient database,
            JdbcTemplate batches,
            AccessGuard guard,
            TrustedProxies proxies,
            Clock clock) {
        this.proxies = proxies;
        this.database = database;
        this.batches = batches;
        this.guard = guard;
        this.clock = clock;
    }

    /** Name of whoever is acting. */
    public String actor() {
        return guard.current().map(Person::name).orElse(SYSTEM);
    }

    /** Notes changes, in their order. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void note(List<AuditNote> notes) {
        var at = Timestamp.from(clock.instant());
        var actor = actor();
        var address = address();
        batches.batchUpdate(
                """
                insert into audit_entry
                    (at, actor, address, action, kind, path, tenant, version, before, after)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                notes,
                BATCH,
                (row, note) -> {
                    row.setTimestamp(1, at);
                    row.setString(2, actor);
                    row.setString(3, address);
                    row.setString(4, note.action());
                    row.setString(5, note.kind());
                    row.setString(6, note.path());
                    row.setString(7, note.tenant());
                    row.setObject(8, note.version(), Types.BIGINT);
                    row.setString(9, note.before());
                    row.setString(10, note.after());
                });
    }

    private @Nullable String address() {
        if (!(RequestContextHolder.getRequestAttributes()
                instanceof ServletRequestAttributes web)) {
            return null;
        }
        var request = web.getRequest();
        var forwarded = Collections.list(request.getHeaders("X-Forwarded-For"));
        return forwarded.isEmpty()
                ? request.getRemoteAddr()
                : proxies.client(request.getRemoteAddr(), String.join(",", forwarded));
    }

    /** Newest first; people of a tenant find only what concerns it. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN', 'AUDITOR')")
    @Transactional(readOnly = true)
    public List<AuditEntry> find(AuditQuery query) {
        var bound = guard.onlyTenant();
        if (bound != null && query.tenant() != null && !bound.equals(query.tenant())) {
            return List.of();
        }
        return database.sql(
                        """
                        select * from audit_entry
                        where (cast(:tenant as text) is null or tenant = :tenant)
                          and (cast(:actor as text) is null or actor = :actor)
                          and (cast(:kind as text) is null or kind = :kind)
                          and (cast(:path as text) is null or path = :path)
                          and (cast(:from as timestamptz) is null or at >= :from)
                          and (cast(:to as timestamptz) is null or at < :to)
                          and (cast(:cursor as bigint) is null or id < :cursor)
                        order by id desc limit :limit
                        """)
                .param("tenant", bound != null ? bound : query.tenant())
                .param("actor", query.actor())
                .param("kind", query.kind())
                .param("path", query.path())
                .param("from", timestamp(query.from()))
                .param("to", timestamp(query.to()))
                .param("cursor", query.cursor())
                .param("limit", query.limit())
                .query((row, n) ->
                        new AuditEntry(
                                row.getLong("id"),
                                row.getTimestamp("at").toInstant(),
                                row.getString("actor"),
                                row.getString("address"),
                                row.getString("action"),
                                row.getString("kind"),
                                row.getString("path"),
                                row.getString("tenant"),
                                row.getObject("version", Long.class),
                                row.getString("before"),
                                row.getString("after")))
                .list();
    }

    private static @Nullable Timestamp timestamp(@Nullable Instant at) {
        return at == null ? null : Timestamp.from(at);
    }
}
