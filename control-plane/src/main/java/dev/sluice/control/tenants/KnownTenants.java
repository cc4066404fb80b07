package dev.sluice.control.tenants;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.id.NearestName;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Narrows what is found to the tenants that a person may see, and tells a tenant without calls from
 * one that never was. The books of a removed tenant stay open.
 */
@Component
public class KnownTenants {
    private static final int MOST_NAMED = 20;

    private final JdbcClient database;
    private final DocumentStore documents;
    private final AccessGuard guard;

    KnownTenants(JdbcClient database, DocumentStore documents, AccessGuard guard) {
        this.database = database;
        this.documents = documents;
        this.guard = guard;
    }

    /** A search that is narrowed to a tenant, or, without one, is about all. */
    public interface Search<T> {
        List<T> within(@Nullable String tenant);
    }

    /**
     * What a person finds who names a tenant or none: nothing of tenants that they may not see, and
     * a refusal where there is nothing because the tenant never was.
     */
    public <T> List<T> found(@Nullable String tenant, Search<T> search) {
        if (tenant != null && !guard.maySee(tenant)) {
            return List.of();
        }
        var found = search.within(tenant != null ? tenant : guard.onlyTenant());
        if (found.isEmpty()) {
            requireKnown(tenant);
        }
        return found;
    }

    /** People bound to a tenant learn nothing about others: to them all look alike. */
    public void requireKnown(@Nullable String tenant) {
        if (tenant == null
                || !guard.maySeePlatform()
                || documents.find(DocumentKind.TENANT, tenant).isPresent()
                || hasBooks(tenant)) {
            return;
        }
        var names = documents.all(DocumentKind.TENANT).stream().map(it -> it.path()).toList();
        var nearest =
                NearestName.of(tenant, names)
                        .map(name -> "; did you mean '" + name + "'?")
                        .orElse("");
        var known =
                names.isEmpty()
                        ? ""
                        : "; known are: "
                                + String.join(", ", names.stream().limit(MOST_NAMED).toList())
                                + (names.size() > MOST_NAMED ? ", …" : "");
        throw Refusal.badRequest("there is no tenant '" + tenant + "'" + nearest + known);
    }

    /** An app that was removed is known as long as something was billed to it. */
    public void requireKnownApp(String tenant, @Nullable String app) {
        if (app == null
                || documents.find(DocumentKind.APP, tenant + "/" + app).isPresent()
                || hasBooks(tenant, app)) {
            return;
        }
        var names =
                documents.all(DocumentKind.APP).stream()
                        .filter(it -> it.path().startsWith(tenant + "/"))
                        .map(it -> it.path().substring(tenant.length() + 1))
                        .toList();
        var nearest =
                NearestName.of(app, names).map(name -> "; did you mean '" + name + "'?").orElse("");
        throw Refusal.badRequest("the tenant '" + tenant + "' has no app '" + app + "'" + nearest);
    }

    private boolean hasBooks(String tenant, String app) {
        return database.sql("SELECT EXISTS (SELECT FROM usage_day WHERE tenant = ? AND app = ?)")
                .params(tenant, app)
                .query(Boolean.class)
                .single();
    }

    private boolean hasBooks(String tenant) {
        return database.sql("SELECT EXISTS (SELECT FROM billing_month WHERE tenant = ?)")
                .param(tenant)
                .query(Boolean.class)
                .single();
    }
}
