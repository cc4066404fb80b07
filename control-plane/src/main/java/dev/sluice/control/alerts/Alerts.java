package dev.sluice.control.alerts;

import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Takes what looks wrong from those who find it, and shows it. */
@Service
public class Alerts {
    private final AlertStore store;
    private final KnownTenants tenants;
    private final Clock clock;

    Alerts(AlertStore store, KnownTenants tenants, Clock clock) {
        this.store = store;
        this.tenants = tenants;
        this.clock = clock;
    }

    /**
     * Raised once for each subject, together with the finding that the transaction writes.
     *
     * @param subject what it is about, the same however often it is found
     * @param details as people find them over REST
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void raise(String tenant, AlertKind kind, String subject, String text, Object details) {
        var now = clock.instant();
        store.add(
                new Alert(
                        Uuid7.at(now.toEpochMilli()),
                        tenant,
                        kind,
                        text,
                        SluiceJson.mapper().valueToTree(details),
                        now),
                subject);
    }

    /** What it was about is no more; who was not told yet is not told. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void withdraw(AlertKind kind, String subject) {
        store.remove(kind, subject);
    }

    /** The latest first; nothing of tenants that the person may not see. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Alert> find(@Nullable String tenant, @Nullable String kind, int limit) {
        var wanted = kind == null ? null : AlertKind.find(kind).orElseThrow(() -> noKind(kind));
        return tenants.found(tenant, only -> store.find(only, wanted, limit));
    }

    private static Refusal noKind(String kind) {
        var known =
                Arrays.stream(AlertKind.values())
                        .map(AlertKind::text)
                        .collect(Collectors.joining(", "));
        return Refusal.badRequest("'" + kind + "' is no kind of alert: use one of " + known);
    }

    /** What is sent. */
    public Alert toSend(UUID id) {
        return store.byId(id);
    }

    /** Those that nobody was told of yet, oldest first; kept from others for the transaction. */
    @Transactional(propagation = Propagation.MANDATORY)
    public List<Alert> takeUnplanned(int most) {
        return store.takeUnplanned(most);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    public void planned(Alert alert) {
        store.planned(alert.id(), clock.instant());
    }

    /** Forgets what is long over, with the log of who was told. */
    public void forget(Instant before) {
        store.forget(before);
    }
}
