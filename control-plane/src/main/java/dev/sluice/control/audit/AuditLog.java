package dev.sluice.control.audit;

import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.security.Person;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    private final EntityManager entities;
    private final JdbcClient database;
    private final AccessGuard guard;
    private final Clock clock;

    AuditLog(EntityManager entities, JdbcClient database, AccessGuard guard, Clock clock) {
        this.entities = entities;
        this.database = database;
        this.guard = guard;
        this.clock = clock;
    }

    /** Name of whoever is acting. */
    public String actor() {
        return guard.current().map(Person::name).orElse(SYSTEM);
    }

    /** Notes a change to something of the config. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void note(
            String action,
            String kind,
            String path,
            @Nullable String tenant,
            @Nullable Long version,
            @Nullable String before,
            @Nullable String after) {
        var row = new AuditEntity();
        row.at = clock.instant();
        row.actor = actor();
        row.address = address();
        row.action = action;
        row.kind = kind;
        row.path = path;
        row.tenant = tenant;
        row.version = version;
        row.before = before;
        row.after = after;
        entities.persist(row);
    }

    private static @Nullable String address() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes web
                ? web.getRequest().getRemoteAddr()
                : null;
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

    private static java.sql.@Nullable Timestamp timestamp(java.time.@Nullable Instant at) {
        return at == null ? null : java.sql.Timestamp.from(at);
    }
}
