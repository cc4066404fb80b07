package dev.sluice.control.catalogue;

import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Keeps the published documents and what they were at every version. */
@Service
public class DocumentStore {
    private final ConfigDocumentRepository documents;
    private final EntityManager entities;
    private final JdbcClient database;
    private final Clock clock;

    DocumentStore(
            ConfigDocumentRepository documents,
            EntityManager entities,
            JdbcClient database,
            Clock clock) {
        this.documents = documents;
        this.entities = entities;
        this.database = database;
        this.clock = clock;
    }

    /** Everything. */
    @Transactional(readOnly = true)
    public ConfigState load() {
        return state(documents.findAll());
    }

    /** Everything but keys, and of those the ones at and below a path of the tenants' tree. */
    @Transactional(readOnly = true)
    public ConfigState loadAround(@Nullable String path) {
        var loaded = new ArrayList<>(documents.findAllButKeys());
        if (path != null) {
            loaded.addAll(documents.findKeys(path, path + "0"));
        }
        return state(loaded);
    }

    /** One document. */
    @Transactional(readOnly = true)
    public Optional<StoredDocument> find(DocumentKind kind, String path) {
        return Optional.ofNullable(
                        entities.find(ConfigDocumentEntity.class, DocumentIds.of(kind, path)))
                .map(ConfigDocumentEntity::toDocument);
    }

    /** Makes the changes and remembers them as those of the version. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void apply(List<DocumentChange> changes, long version, String author) {
        for (var change : changes) {
            var stored = entities.find(ConfigDocumentEntity.class, change.id());
            var after = change.after();
            if (after == null) {
                if (stored != null) {
                    entities.remove(stored);
                }
            } else if (stored != null) {
                stored.take(after, clock.instant(), author);
            } else {
                var fresh = new ConfigDocumentEntity();
                fresh.take(after, clock.instant(), author);
                entities.persist(fresh);
            }
            remember(change, version);
        }
        entities.flush();
    }

    private void remember(DocumentChange change, long version) {
        var after = change.after();
        var managedBy = after != null ? after.managedBy() : ManagedBy.CONSOLE;
        database.sql(
                        """
                        insert into document_revision
                            (document_id, version, kind, path, managed_by, file_name, body)
                        values (?, ?, ?, ?, ?, ?, ?)""")
                .params(
                        change.id(),
                        version,
                        change.kind().text(),
                        change.path(),
                        managedBy.text(),
                        after == null ? null : after.fileName(),
                        after == null ? null : DocumentJson.canonical(after.body()))
                .update();
    }

    /** The model as it was last published, also when it is gone by now. */
    @Transactional(readOnly = true)
    public Optional<UpstreamModel> lastPublishedModel(String name) {
        return database.sql(
                        """
                        select body from document_revision
                        where document_id = ? and body is not null
                        order by version desc limit 1""")
                .param(DocumentIds.of(DocumentKind.MODEL, name))
                .query(String.class)
                .optional()
                .map(body -> (UpstreamModel) DocumentJson.parse(DocumentKind.MODEL, body));
    }

    /** What changed from one version to another; either may be the newer one. */
    @Transactional(readOnly = true)
    public List<DocumentChange> between(long from, long to) {
        var before = touched(from, Math.min(from, to), Math.max(from, to));
        var after = touched(to, Math.min(from, to), Math.max(from, to));
        var changes = new ArrayList<DocumentChange>();
        before.forEach(
                (id, was) -> {
                    var is = after.get(id);
                    if (was.isEmpty() && (is == null || is.isEmpty())) {
                        return;
                    }
                    var change = new DocumentChange(was.orElse(null), unwrap(is));
                    if (isReal(change)) {
                        changes.add(change);
                    }
                });
        return inOrder(changes);
    }

    private static @Nullable StoredDocument unwrap(@Nullable Optional<StoredDocument> document) {
        return document == null ? null : document.orElse(null);
    }

    private static boolean isReal(DocumentChange change) {
        var before = change.before();
        var after = change.after();
        return before == null
                || after == null
                || !before.hasBodyOf(after)
                || before.managedBy() != after.managedBy();
    }

    /** The documents that any version in (lower, upper] touched, as they were at a version. */
    private Map<String, Optional<StoredDocument>> touched(long at, long lower, long upper) {
        var found = new TreeMap<String, Optional<StoredDocument>>();
        database.sql(
                        """
                        select t.document_id, r.kind, r.path, r.managed_by, r.file_name, r.body
                        from (select distinct document_id from document_revision
                              where version > ? and version <= ?) t
                        left join lateral (
                            select * from document_revision d
                            where d.document_id = t.document_id and d.version <= ?
                            order by d.version desc limit 1) r on true""")
                .params(lower, upper, at)
                .query(
                        row -> {
                            var body = row.getString("body");
                            found.put(
                                    row.getString("document_id"),
                                    body == null
                                            ? Optional.empty()
                                            : Optional.of(
                                                    StoredForm.document(
                                                            row.getString("kind"),
                                                            row.getString("path"),
                                                            row.getString("managed_by"),
                                                            row.getString("file_name"),
                                                            body)));
                        });
        return found;
    }

    private static List<DocumentChange> inOrder(List<DocumentChange> changes) {
        return changes.stream()
                .sorted(
                        java.util.Comparator.comparing(DocumentChange::kind)
                                .thenComparing(DocumentChange::path))
                .toList();
    }

    private static ConfigState state(List<ConfigDocumentEntity> loaded) {
        return new ConfigState(loaded.stream().map(ConfigDocumentEntity::toDocument).toList());
    }
}
