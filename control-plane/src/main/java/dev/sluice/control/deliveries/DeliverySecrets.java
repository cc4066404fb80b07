package dev.sluice.control.deliveries;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.control.alerts.Alert;
import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.KnownTenants;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.Name;
import dev.sluice.model.secret.SecretSealer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What webhooks are signed with: made here, shown once, kept sealed. */
@Service
public class DeliverySecrets {
    private static final int BYTES = 32;

    private final JdbcClient database;
    private final SecretSealer sealer;
    private final KnownTenants tenants;
    private final AuditLog audit;
    private final AccessGuard guard;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    DeliverySecrets(
            JdbcClient database,
            ControlPlaneSettings settings,
            KnownTenants tenants,
            AuditLog audit,
            AccessGuard guard,
            Clock clock) {
        this.database = database;
        this.tenants = tenants;
        this.audit = audit;
        this.guard = guard;
        this.clock = clock;
        try {
            sealer = SecretSealer.fromKeyset(Files.readString(settings.keysetFile()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "the keyset " + settings.keysetFile() + " cannot be read", unreadable);
        }
    }

    /**
     * A new secret under the name; what had been there is gone.
     *
     * @param tenant empty for the installation
     */
    @PreAuthorize("isAuthenticated()")
    @Transactional
    public String make(String tenant, String name) {
        if (tenant.equals(Alert.INSTALLATION)) {
            guard.requireChangePlatform("secrets of the installation");
        } else {
            guard.requireChange(tenant, "tenant '" + tenant + "'");
            tenants.requireKnown(tenant);
        }
        try {
            Name.segment("secret", name);
        } catch (IllegalArgumentException illFormed) {
            throw Refusal.badRequest(String.valueOf(illFormed.getMessage()));
        }
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        var secret = HexFormat.of().formatHex(bytes);
        database.sql(
                        """
                        INSERT INTO report_secret VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (tenant, name) DO UPDATE
                        SET sealed = EXCLUDED.sealed, changed_at = EXCLUDED.changed_at,
                            changed_by = EXCLUDED.changed_by
                        """)
                .params(
                        tenant,
                        name,
                        sealer.seal(secret, context(tenant), name),
                        clock.instant().atOffset(ZoneOffset.UTC),
                        audit.actor())
                .update();
        audit.note(
                List.of(
                        new AuditNote(
                                "issue",
                                "report-secret",
                                tenant + "/" + name,
                                tenant,
                                null,
                                null,
                                null)));
        return secret;
    }

    /** One that is kept; never the secret itself. */
    public record Kept(String tenant, String name, Instant changedAt, String changedBy) {}

    /** Of the tenants that the person may see, by name. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public List<Kept> list() {
        return tenants.found(
                null,
                only ->
                        database.sql(
                                        """
                                        SELECT tenant, name, changed_at, changed_by FROM report_secret
                                        WHERE cast(:tenant as text) IS NULL OR tenant = :tenant
                                        ORDER BY tenant, name
                                        """)
                                .param("tenant", only)
                                .query((row, n) ->
                                        new Kept(
                                                row.getString("tenant"),
                                                row.getString("name"),
                                                row.getObject("changed_at", OffsetDateTime.class)
                                                        .toInstant(),
                                                row.getString("changed_by")))
                                .list());
    }

    String open(String tenant, String name) throws DeliveryFault {
        var sealed =
                database.sql("SELECT sealed FROM report_secret WHERE tenant = ? AND name = ?")
                        .params(tenant, name)
                        .query(String.class)
                        .optional()
                        .orElseThrow(() ->
                                new DeliveryFault(
                                        "there is no secret '"
                                                + name
                                                + "': make it with PUT /api/v1/reports/secrets/"
                                                + name
                                                + (tenant.equals(Alert.INSTALLATION)
                                                        ? ""
                                                        : "?tenant=" + tenant)));
        return sealer.open(sealed, context(tenant), name);
    }

    /** Nothing that an upstream can be called. */
    private static String context(String tenant) {
        return "reports of " + tenant;
    }
}
