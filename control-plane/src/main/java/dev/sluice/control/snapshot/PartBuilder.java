package dev.sluice.control.snapshot;

import dev.sluice.control.access.AppliedKeys.KeyChunk;
import dev.sluice.control.access.KeyStore;
import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.secrets.SealedSecret;
import dev.sluice.control.secrets.SecretVault;
import dev.sluice.model.access.App;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.route.UpstreamSecret;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.ConfigPart;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Builds the parts of a snapshot. The same content always gives the same bytes. */
@Component
class PartBuilder {
    static final String CATALOGUE = "catalogue";
    private static final int MOST_BYTES = 512 * 1024;

    private final SecretVault vault;
    private final KeyStore keys;

    PartBuilder(SecretVault vault, KeyStore keys) {
        this.vault = vault;
        this.keys = keys;
    }

    static String tenantLabel(String tenant) {
        return "tenant/" + tenant;
    }

    /** Labels of a chunk's parts begin so; one chunk is several parts where its keys are large. */
    static String keysLabel(KeyChunk chunk) {
        return "keys/" + chunk.tenant() + "/" + chunk.chunk() + "/";
    }

    BuiltPart catalogue(ConfigState state, Installation installation) {
        var secrets = vault.inUse();
        var upstreams =
                bodies(state, DocumentKind.UPSTREAM, Upstream.class).stream()
                        .map(upstream -> upstream.withSecrets(sealed(upstream, secrets)))
                        .toList();
        return BuiltPart.of(
                CATALOGUE,
                new ConfigPart.Catalogue(
                        ConfigPart.FORM_VERSION,
                        installation.currency(),
                        installation.rates().rates(),
                        installation.trustedProxies(),
                        upstreams,
                        bodies(state, DocumentKind.MODEL, UpstreamModel.class),
                        bodies(state, DocumentKind.ALIAS, ModelAlias.class)));
    }

    private static List<UpstreamSecret> sealed(
            Upstream upstream, Map<String, List<SealedSecret>> secrets) {
        var stored = secrets.getOrDefault(upstream.name(), List.of());
        return upstream.secrets().stream()
                .flatMap(named -> stored.stream().filter(it -> it.name().equals(named.name())))
                .map(it -> new UpstreamSecret(it.name(), null, it.sealed(), it.hint()))
                .toList();
    }

    /** Nothing when the tenant is gone. */
    Optional<BuiltPart> tenant(ConfigState state, String name) {
        var apps =
                state.below(DocumentKind.APP, name).stream().map(app -> (App) app.body()).toList();
        return state.body(DocumentKind.TENANT, name, Tenant.class)
                .map(tenant ->
                        BuiltPart.of(
                                tenantLabel(name),
                                new ConfigPart.TenantPart(ConfigPart.FORM_VERSION, tenant, apps)));
    }

    /** The parts of a chunk: none when all its keys are forgotten, several when they are large. */
    List<BuiltPart> keys(KeyChunk chunk) {
        var parts = new ArrayList<BuiltPart>();
        var gathered = new ArrayList<KeyGrant>();
        var size = 0;
        for (var grant : keys.grants(chunk)) {
            var length = SluiceJson.mapper().writeValueAsBytes(grant).length + 1;
            if (!gathered.isEmpty() && size + length > MOST_BYTES) {
                parts.add(keysPart(chunk, parts.size(), gathered));
                gathered.clear();
                size = 0;
            }
            gathered.add(grant);
            size += length;
        }
        if (!gathered.isEmpty()) {
            parts.add(keysPart(chunk, parts.size(), gathered));
        }
        return parts;
    }

    private static BuiltPart keysPart(KeyChunk chunk, int piece, List<KeyGrant> grants) {
        return BuiltPart.of(
                keysLabel(chunk) + piece,
                new ConfigPart.KeysPart(
                        ConfigPart.FORM_VERSION, chunk.tenant(), chunk.chunk(), grants));
    }

    private static <T extends ConfigBody> List<T> bodies(
            ConfigState state, DocumentKind kind, Class<T> type) {
        return state.all(kind).stream().map(StoredDocument::body).map(type::cast).toList();
    }
}
