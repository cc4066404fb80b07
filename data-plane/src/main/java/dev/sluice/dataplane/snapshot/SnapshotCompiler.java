package dev.sluice.dataplane.snapshot;

import dev.sluice.dataplane.config.Edge;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.secret.SecretSealer;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.ConfigPart;
import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the parts of one version into the maps that the stages read. Fails with {@link
 * BrokenVersion} where a reference has no other end: a version is applied whole or not at all.
 */
final class SnapshotCompiler {
    private static final Logger log = LoggerFactory.getLogger(SnapshotCompiler.class);

    private final SecretSealer sealer;

    SnapshotCompiler(SecretSealer sealer) {
        this.sealer = sealer;
    }

    Snapshot compile(long version, List<ConfigPart> parts) {
        ConfigPart.Catalogue catalogue = null;
        var tenants = new LinkedHashMap<String, ConfigPart.TenantPart>();
        var grants = new ArrayList<KeyGrant>();
        for (var part : parts) {
            switch (part) {
                case ConfigPart.Catalogue found -> {
                    if (catalogue != null) {
                        throw new BrokenVersion("there are two catalogues");
                    }
                    catalogue = found;
                }
                case ConfigPart.TenantPart tenant -> {
                    if (tenants.put(tenant.tenant().name(), tenant) != null) {
                        throw new BrokenVersion(
                                "tenant '" + tenant.tenant().name() + "' stands twice");
                    }
                }
                case ConfigPart.KeysPart keys -> grants.addAll(keys.keys());
            }
        }
        if (catalogue == null) {
            throw new BrokenVersion("there is no catalogue");
        }
        check(catalogue, tenants.values());
        var aliases = byName(catalogue.aliases(), ModelAlias::name);
        return new Snapshot(
                version,
                catalogue.currency(),
                byName(catalogue.upstreams(), Upstream::name),
                byName(catalogue.models(), UpstreamModel::name),
                aliases,
                keys(grants, tenants, aliases.keySet()),
                secrets(catalogue.upstreams()),
                edge(catalogue, tenants.values()),
                tariffs(catalogue, tenants.values()));
    }

    private static Map<String, Tariff> tariffs(
            ConfigPart.Catalogue catalogue, Collection<ConfigPart.TenantPart> tenants) {
        var rates = catalogue.installation().rates();
        return tenants.stream()
                .map(ConfigPart.TenantPart::tenant)
                .collect(
                        Collectors.toUnmodifiableMap(Tenant::name, tenant -> tenant.tariff(rates)));
    }

    private static Edge edge(
            ConfigPart.Catalogue catalogue, Collection<ConfigPart.TenantPart> tenants) {
        var origins =
                tenants.stream()
                        .flatMap(part -> part.apps().stream())
                        .flatMap(app -> app.originsOrNone().stream())
                        .collect(Collectors.toSet());
        var proxies = catalogue.trustedProxies();
        return new Edge(proxies == null ? List.of() : proxies, origins);
    }

    private static void check(
            ConfigPart.Catalogue catalogue, Iterable<ConfigPart.TenantPart> tenants) {
        var documents = new ArrayList<ConfigDocument>();
        catalogue
                .upstreams()
                .forEach(each ->
                        documents.add(
                                new ConfigDocument(DocumentKind.UPSTREAM, each.name(), each)));
        catalogue
                .models()
                .forEach(each ->
                        documents.add(new ConfigDocument(DocumentKind.MODEL, each.name(), each)));
        catalogue
                .aliases()
                .forEach(each ->
                        documents.add(new ConfigDocument(DocumentKind.ALIAS, each.name(), each)));
        for (var part : tenants) {
            var tenant = part.tenant().name();
            documents.add(new ConfigDocument(DocumentKind.TENANT, tenant, part.tenant()));
            part.apps()
                    .forEach(app ->
                            documents.add(
                                    new ConfigDocument(
                                            DocumentKind.APP, tenant + "/" + app.name(), app)));
        }
        var violations = ConfigRules.check(documents, catalogue.installation());
        if (!violations.isEmpty()) {
            throw new BrokenVersion(violations.getFirst().text());
        }
    }

    private static <T> Map<String, T> byName(List<T> all, Function<T, String> name) {
        var map = LinkedHashMap.<String, T>newLinkedHashMap(all.size());
        all.forEach(each -> map.put(name.apply(each), each));
        return java.util.Collections.unmodifiableMap(map);
    }

    private Map<String, List<OpenSecret>> secrets(List<Upstream> upstreams) {
        var open = new HashMap<String, List<OpenSecret>>();
        for (var upstream : upstreams) {
            var ofUpstream = new ArrayList<OpenSecret>();
            for (var secret : upstream.secrets()) {
                var sealed = secret.sealed();
                if (sealed == null) {
                    continue;
                }
                try {
                    ofUpstream.add(
                            new OpenSecret(
                                    secret.name(),
                                    sealer.open(sealed, upstream.name(), secret.name())));
                } catch (IllegalArgumentException unreadable) {
                    // One unreadable secret must not take the others' traffic away.
                    log.warn("{}", unreadable.getMessage());
                }
            }
            open.put(upstream.name(), List.copyOf(ofUpstream));
        }
        return Map.copyOf(open);
    }

    private static Map<String, KeyEntry> keys(
            List<KeyGrant> grants,
            Map<String, ConfigPart.TenantPart> tenants,
            Set<String> allAliases) {
        var apps = new HashMap<String, App>();
        tenants.forEach(
                (name, part) -> part.apps().forEach(app -> apps.put(name + "/" + app.name(), app)));
        var appKeys = new HashMap<KeyPath, KeyGrant>();
        for (var grant : grants) {
            if (grant.path().subKey() == null) {
                // Of several issues of one key the active one stands for the sub-keys' parent.
                appKeys.merge(
                        grant.path(),
                        grant,
                        (was, other) -> other.state() == KeyState.ACTIVE ? other : was);
            }
        }
        var families = Families.of(tenants, grants);
        var entries = HashMap.<String, KeyEntry>newHashMap(grants.size());
        // Thousands of keys allow the same aliases: they share one set.
        var sets = new HashMap<Set<String>, Set<String>>();
        for (var grant : grants) {
            var path = grant.path();
            var tenant = tenants.get(path.tenant());
            var app = apps.get(path.tenant() + "/" + path.app());
            if (isForgotten(grant, tenant, app, appKeys)) {
                continue;
            }
            if (tenant == null || app == null) {
                throw new BrokenVersion("key " + path.text() + " belongs to an app that is absent");
            }
            var entry = entry(grant, tenant.tenant(), app, appKeys, allAliases, sets, families);
            if (entries.put(grant.hash(), entry) != null) {
                throw new BrokenVersion("two keys share a secret: one is " + path.text());
            }
        }
        return entries;
    }

    /** A revoked key may outlive what it hung on: then it is as unknown as any other text. */
    private static boolean isForgotten(
            KeyGrant grant,
            ConfigPart.@Nullable TenantPart tenant,
            @Nullable App app,
            Map<KeyPath, KeyGrant> appKeys) {
        var path = grant.path();
        var parent = new KeyPath(path.tenant(), path.app(), path.key(), null);
        return grant.state() == KeyState.REVOKED
                && (tenant == null || app == null || !appKeys.containsKey(parent));
    }

    private static KeyEntry entry(
            KeyGrant grant,
            Tenant tenant,
            App app,
            Map<KeyPath, KeyGrant> appKeys,
            Set<String> allAliases,
            Map<Set<String>, Set<String>> sets,
            Families families) {
        var path = grant.path();
        var scopes = new ArrayList<Scope>(List.of(tenant, app));
        var states = new ArrayList<>(List.of(grant.state()));
        String parentKeyId = null;
        if (path.subKey() == null) {
            scopes.add(new AppKey(path.key(), null, grant.rules()));
        } else {
            var parent = appKeys.get(new KeyPath(path.tenant(), path.app(), path.key(), null));
            if (parent == null) {
                throw new BrokenVersion("sub-key " + path.text() + " has no parent");
            }
            parentKeyId = parent.id();
            states.add(parent.state());
            scopes.add(new AppKey(path.key(), null, parent.rules()));
            scopes.add(new SubKey(path.subKey(), null, grant.rules()));
        }
        var cidrs = new ArrayList<List<String>>();
        for (var scope : scopes) {
            if (!scope.rulesOrNone().cidrsOrNone().isEmpty()) {
                cidrs.add(scope.rulesOrNone().cidrsOrNone());
            }
        }
        return new KeyEntry(
                grant.id(),
                path,
                states,
                scopes,
                tenant.zone(),
                sets.computeIfAbsent(aliases(scopes, allAliases), Set::copyOf),
                smallestCap(scopes),
                earliestEnd(scopes),
                cidrs,
                businessLine(scopes),
                parentKeyId,
                policies(scopes),
                unknownFields(scopes),
                families.shares(scopes));
    }

    private static CallPolicies policies(List<Scope> scopes) {
        return scopes.stream()
                .map(SnapshotCompiler::policies)
                .reduce(CallPolicies.NONE, CallPolicies::and);
    }

    private static CallPolicies policies(Scope scope) {
        var own = scope.rulesOrNone().policiesOrNone();
        return scope instanceof SubKey ? own.withoutGrants() : own;
    }

    private static UnknownFields unknownFields(List<Scope> scopes) {
        return scopes.stream()
                .map(scope -> scope.rulesOrNone().unknownFields())
                .reduce(UnknownFields.PASS, UnknownFields::and);
    }

    /** The intersection down the path: absent means all, none, the parent's, the parent's. */
    private static Set<String> aliases(List<Scope> scopes, Set<String> all) {
        Set<String> allowed = all;
        for (var scope : scopes) {
            var own = scope.rulesOrNone().aliases();
            if (own != null) {
                var narrowed = new HashSet<>(own);
                narrowed.retainAll(allowed);
                allowed = narrowed;
            } else if (scope instanceof App) {
                return Set.of();
            }
        }
        return allowed;
    }

    private static @Nullable Long smallestCap(List<Scope> scopes) {
        return scopes.stream()
                .map(scope -> scope.rulesOrNone().maxOutputTokens())
                .filter(Objects::nonNull)
                .min(Long::compare)
                .orElse(null);
    }

    private static @Nullable Instant earliestEnd(List<Scope> scopes) {
        return scopes.stream()
                .map(scope -> scope.rulesOrNone().expires())
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(null);
    }

    /** The nearest to the key wins. */
    private static @Nullable String businessLine(List<Scope> scopes) {
        return scopes.reversed().stream()
                .map(scope -> scope.rulesOrNone().businessLine())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The version cannot be served by; the message says which reference is wrong. */
    static final class BrokenVersion extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenVersion(String message) {
            super(message);
        }
    }
}
