package dev.sluice.control.deliveries;

import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Refusal;
import java.time.Clock;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What was sent to whom, for people. */
@Service
public class Deliveries {
    private static final List<String> STATES = List.of("waiting", "delivered", "failed");

    private final DeliveryStore store;
    private final KnownTenants tenants;
    private final AuditLog audit;
    private final AccessGuard guard;
    private final Clock clock;

    Deliveries(
            DeliveryStore store,
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

    /** Newest first; nothing of tenants that the person may not see. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Delivery> find(
            @Nullable String tenant, @Nullable YearMonth month, @Nullable String state, int limit) {
        if (state != null && !STATES.contains(state)) {
            throw Refusal.badRequest(
                    "'" + state + "' is no state: use one of " + String.join(", ", STATES));
        }
        return tenants.found(tenant, only -> store.find(only, month, state, limit));
    }

    /** Has it tried again at once. */
    @PreAuthorize("isAuthenticated()")
    @Transactional
    public void retry(UUID id) {
        var delivery =
                store.lock(id)
                        .filter(it -> guard.maySee(it.tenant()))
                        .orElseThrow(() -> Refusal.notFound("delivery '" + id + "'"));
        if (!guard.mayChange(delivery.tenant()) && !guard.mayKeepBooks()) {
            throw Refusal.forbidden("your role does not allow to send reports and alerts");
        }
        if (delivery.state().equals("delivered")) {
            throw Refusal.conflict("already_delivered", delivery.address() + " has it already");
        }
        store.makeDue(id, clock.instant());
        audit.note(
                List.of(
                        new AuditNote(
                                "retry",
                                "delivery",
                                delivery.tenant() + "/" + delivery.id(),
                                delivery.tenant(),
                                null,
                                null,
                                null)));
    }
}
