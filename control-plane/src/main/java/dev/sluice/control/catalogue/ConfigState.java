package dev.sluice.control.catalogue;

import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Documents by kind and path. May be loaded without the keys that nobody asks for: a hundred
 * thousand of them stand beside a few hundred others.
 */
public final class ConfigState {
    private final Map<DocumentKind, NavigableMap<String, StoredDocument>> documents =
            new EnumMap<>(DocumentKind.class);

    ConfigState(Collection<StoredDocument> loaded) {
        for (var kind : DocumentKind.values()) {
            documents.put(kind, new TreeMap<>());
        }
        loaded.forEach(this::put);
    }

    /** This state after the changes. */
    public ConfigState with(List<DocumentChange> changes) {
        var next = new ConfigState(all());
        for (var change : changes) {
            var after = change.after();
            if (after == null) {
                next.of(change.kind()).remove(change.path());
            } else {
                next.put(after);
            }
        }
        return next;
    }

    public Optional<StoredDocument> find(DocumentKind kind, String path) {
        return Optional.ofNullable(of(kind).get(path));
    }

    /** The body at a path, when it is there. */
    public <T extends ConfigBody> Optional<T> body(DocumentKind kind, String path, Class<T> type) {
        return find(kind, path).map(document -> type.cast(document.body()));
    }

    public boolean has(DocumentKind kind, String path) {
        return of(kind).containsKey(path);
    }

    /** All of a kind, by path. */
    public Collection<StoredDocument> all(DocumentKind kind) {
        return List.copyOf(of(kind).values());
    }

    /** All, parents before their children. */
    public List<StoredDocument> all() {
        var all = new ArrayList<StoredDocument>();
        for (var kind : DocumentKind.values()) {
            all.addAll(of(kind).values());
        }
        return all;
    }

    /** Those of a kind that stand below a path of the tenants' tree. */
    public Collection<StoredDocument> below(DocumentKind kind, String path) {
        return List.copyOf(of(kind).subMap(path + "/", path + "0").values());
    }

    private NavigableMap<String, StoredDocument> of(DocumentKind kind) {
        var ofKind = documents.get(kind);
        if (ofKind == null) {
            throw new IllegalStateException("every kind has a map");
        }
        return ofKind;
    }

    private void put(StoredDocument document) {
        of(document.kind()).put(document.path(), document);
    }
}
