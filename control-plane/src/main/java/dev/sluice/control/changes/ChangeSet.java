package dev.sluice.control.changes;

import dev.sluice.control.access.KeyChange;
import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.secrets.SealedSecret;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.snapshot.Publication;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes that are gathered on top of a state; of one document only the last counts. */
public final class ChangeSet {
    private final ConfigState before;
    private final Map<String, DocumentChange> documents = new LinkedHashMap<>();
    private final List<KeyChange> revocations = new ArrayList<>();
    private final List<KeyChange> otherKeyChanges = new ArrayList<>();
    private final List<SealedSecret> secrets = new ArrayList<>();

    public ChangeSet(ConfigState before) {
        this.before = before;
    }

    public ConfigState before() {
        return before;
    }

    /** Sets a document; nothing happens when it is already so. */
    public void put(StoredDocument after) {
        var was = before.find(after.kind(), after.path()).orElse(null);
        if (was == null || !was.hasBodyOf(after) || was.managedBy() != after.managedBy()) {
            documents.put(after.id(), new DocumentChange(was, after));
        }
    }

    /** Removes a document; keys end with it. */
    public void delete(StoredDocument document) {
        if (documents.put(document.id(), DocumentChange.delete(document)) != null) {
            return;
        }
        switch (document.kind()) {
            case KEY, SUB_KEY -> revocations.add(new KeyChange.Revoke(document.path()));
            case UPSTREAM, MODEL, ALIAS, TENANT, APP -> {}
        }
    }

    /** Removes a key that ended by itself: nothing is to be revoked. */
    public void forget(StoredDocument key) {
        documents.put(key.id(), DocumentChange.delete(key));
        otherKeyChanges.add(new KeyChange.Forget(key.path()));
    }

    /** Removes a document and all that stands below it in the tenants' tree. */
    public void deleteTree(StoredDocument root) {
        switch (root.kind()) {
            case TENANT, APP, KEY ->
                    List.of(DocumentKind.SUB_KEY, DocumentKind.KEY, DocumentKind.APP)
                            .forEach(kind -> before.below(kind, root.path()).forEach(this::delete));
            case UPSTREAM, MODEL, ALIAS, SUB_KEY -> {}
        }
        delete(root);
    }

    public void key(KeyChange change) {
        switch (change) {
            case KeyChange.Revoke revoke -> revocations.add(revoke);
            case KeyChange.Issue _, KeyChange.SetState _, KeyChange.Forget _ ->
                    otherKeyChanges.add(change);
        }
    }

    public void secrets(List<SealedSecret> fresh) {
        secrets.addAll(fresh);
    }

    public boolean isEmpty() {
        return documents.isEmpty()
                && revocations.isEmpty()
                && otherKeyChanges.isEmpty()
                && secrets.isEmpty();
    }

    /** In the order of the kinds, what others need first. */
    public List<DocumentChange> documents() {
        return documents.values().stream()
                .sorted(
                        Comparator.comparing(DocumentChange::kind)
                                .thenComparing(DocumentChange::path))
                .toList();
    }

    /** The keys that end, by path. */
    public List<String> revokedPaths() {
        return revocations.stream().map(KeyChange::path).distinct().sorted().toList();
    }

    public ConfigState after() {
        return before.with(List.copyOf(documents.values()));
    }

    /** Revocations come first: a path may get a new secret in the same breath. */
    public Publication publication(
            Origin origin, @Nullable String comment, Installation installation) {
        var keys = new ArrayList<>(revocations);
        keys.addAll(otherKeyChanges);
        return new Publication(origin, comment, installation, after(), documents(), keys, secrets);
    }
}
