package dev.sluice.control.snapshot;

import dev.sluice.control.access.AppliedKeys;
import dev.sluice.control.access.KeyChange;
import dev.sluice.control.access.KeyStore;
import dev.sluice.control.audit.AuditLog;
import dev.sluice.control.audit.AuditNote;
import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.secrets.SealedSecret;
import dev.sluice.control.secrets.SecretVault;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamSecret;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Makes a version of a set of changes: everything in the caller's transaction, or nothing. */
@Service
public class Publisher {
    /** Any fixed number: the advisory lock that puts publications one after another. */
    private static final long LOCK = 0x51_01CEL;

    private final DocumentStore documents;
    private final KeyStore keys;
    private final SecretVault vault;
    private final VersionStore versions;
    private final PublicationSignal signal;
    private final AuditLog audit;
    private final JdbcClient database;

    Publisher(
            DocumentStore documents,
            KeyStore keys,
            SecretVault vault,
            VersionStore versions,
            PublicationSignal signal,
            AuditLog audit,
            JdbcClient database) {
        this.documents = documents;
        this.keys = keys;
        this.vault = vault;
        this.versions = versions;
        this.signal = signal;
        this.audit = audit;
        this.database = database;
    }

    /**
     * Waits until nobody else is publishing and keeps others waiting until the transaction ends.
     * Has to come before the state is read that a publication is made of.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void begin() {
        database.sql("select pg_advisory_xact_lock(?)").param(LOCK).query((row, n) -> 1).single();
    }

    /** The new version; the current one when there is nothing to change. */
    @Transactional(propagation = Propagation.MANDATORY)
    public long publish(Publication publication) {
        var current = versions.current();
        var number = current.map(ConfigVersion::version).orElse(0L);
        var before = current.map(ConfigVersion::installation).orElse(Installation.DEFAULT);
        var wanted = publication.installation();
        if (publication.isEmpty() && before.equals(wanted)) {
            return number;
        }
        var version = number + 1;
        var author = audit.actor();
        storeSecrets(publication);
        var applied =
                keys.apply(publication.keys(), pathsOfChangedKeys(publication.documents()), author);
        documents.apply(publication.documents(), version, author);
        versions.record(version, author, publication, new Affected(publication, applied));
        var notes = notes(publication, version);
        note(notes, "trustedProxies", version, before.trustedProxies(), wanted.trustedProxies());
        note(notes, "currencies", version, before.rates().rates(), wanted.rates().rates());
        note(notes, "contacts", version, before.contacts(), wanted.contacts());
        audit.note(notes);
        signal.afterCommit(applied.revoked());
        return version;
    }

    /** A word on the installation as a whole. */
    private static void note(
            List<AuditNote> notes, String field, long version, Object before, Object after) {
        if (!before.equals(after)) {
            notes.add(
                    new AuditNote(
                            "update",
                            "installation",
                            field,
                            null,
                            version,
                            SluiceJson.mapper().writeValueAsString(before),
                            SluiceJson.mapper().writeValueAsString(after)));
        }
    }

    private void storeSecrets(Publication publication) {
        var touched =
                publication.documents().stream()
                        .filter(change -> change.kind() == DocumentKind.UPSTREAM)
                        .map(DocumentChange::path)
                        .collect(Collectors.toCollection(HashSet::new));
        publication.secrets().forEach(secret -> touched.add(secret.upstream()));
        for (var name : touched) {
            var named =
                    publication
                            .after()
                            .body(DocumentKind.UPSTREAM, name, Upstream.class)
                            .map(Upstream::secrets)
                            .orElse(List.of())
                            .stream()
                            .map(UpstreamSecret::name)
                            .toList();
            var fresh =
                    publication.secrets().stream()
                            .filter(secret -> secret.upstream().equals(name))
                            .toList();
            vault.store(name, named, fresh);
        }
    }

    private static Set<String> pathsOfChangedKeys(List<DocumentChange> changes) {
        return changes.stream()
                .filter(change ->
                        change.kind() == DocumentKind.KEY || change.kind() == DocumentKind.SUB_KEY)
                .map(DocumentChange::path)
                .collect(Collectors.toSet());
    }

    private static List<AuditNote> notes(Publication publication, long version) {
        var notes = new ArrayList<AuditNote>();
        for (var change : publication.documents()) {
            notes.add(
                    new AuditNote(
                            change.action().text(),
                            change.kind().text(),
                            change.path(),
                            change.tenant(),
                            version,
                            json(change.before()),
                            json(change.after())));
        }
        for (var change : publication.keys()) {
            var action =
                    switch (change) {
                        case KeyChange.Issue _ -> "issue";
                        case KeyChange.Revoke _ -> "revoke";
                        case KeyChange.SetState set -> set.state().text();
                        case KeyChange.Forget _ -> "forget";
                    };
            var path = KeyPath.parse(change.path());
            var kind = path.subKey() == null ? DocumentKind.KEY : DocumentKind.SUB_KEY;
            notes.add(note(action, kind.text(), change.path(), path.tenant(), version));
        }
        for (SealedSecret secret : publication.secrets()) {
            var path = secret.upstream() + "/" + secret.name();
            notes.add(note("set-secret", DocumentKind.UPSTREAM.text(), path, null, version));
        }
        notes.add(note("publish", "version", Long.toString(version), null, version));
        return notes;
    }

    private static AuditNote note(
            String action, String kind, String path, @Nullable String tenant, long version) {
        return new AuditNote(action, kind, path, tenant, version, null, null);
    }

    private static @Nullable String json(@Nullable StoredDocument document) {
        return document == null ? null : DocumentJson.canonical(document.body());
    }

    /** Which parts a publication changes. */
    record Affected(Publication publication, AppliedKeys keys) {
        boolean catalogue() {
            return !publication.secrets().isEmpty()
                    || publication.documents().stream().anyMatch(it -> it.tenant() == null);
        }

        Set<String> tenants() {
            return publication.documents().stream()
                    .filter(it -> it.kind() == DocumentKind.TENANT || it.kind() == DocumentKind.APP)
                    .map(DocumentChange::tenant)
                    .filter(java.util.Objects::nonNull)
                    .collect(Collectors.toSet());
        }
    }
}
