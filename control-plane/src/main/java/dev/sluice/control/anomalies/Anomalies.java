package dev.sluice.control.anomalies;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Refusal;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Anomalies, for people. */
@Service
public class Anomalies {
    private final AnomalyStore store;
    private final KnownTenants tenants;
    private final AuditLog audit;
    private final AccessGuard guard;
    private final Clock clock;

    Anomalies(
            AnomalyStore store,
            KnownTenants tenants,
            AuditLog audit,
            AccessGuard guard,
            Clock clock) {
        this.store = store;
        this.tenants = tenants;
        this.audit = audit;
        this.guard = guard;
        this.clock = clock;
    }

    /**
     * The latest first; nothing of tenants that the person may not see.
     *
     * @param openOnly only those that nobody has acknowledged
     */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Anomaly> find(
            @Nullable String tenant, @Nullable String app, boolean openOnly, int limit) {
        return tenants.found(tenant, only -> store.find(only, app, openOnly, limit));
    }

    /** Takes it off the list of those that wait for somebody. */
    @PreAuthorize("isAuthenticated()")
    @Transactional
    public Anomaly acknowledge(UUID id) {
        var known =
                store.byId(id)
                        .filter(it -> guard.maySee(it.tenant()))
                        .orElseThrow(() -> Refusal.notFound("anomaly '" + id + "'"));
        if (!guard.mayChange(known.tenant()) && !guard.mayKeepBooks()) {
            throw Refusal.forbidden("your role does not allow to acknowledge anomalies");
        }
        if (known.acknowledgedAt() == null) {
            store.acknowledge(id, clock.instant(), audit.actor());
            audit.note(
                    List.of(
                            new AuditNote(
                                    "acknowledge",
                                    "anomaly",
                                    known.tenant() + "/" + known.app(),
                                    known.tenant(),
                                    null,
                                    null,
                                    null)));
        }
        return store.byId(id).orElseThrow();
    }
}
