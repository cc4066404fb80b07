package dev.sluice.control.catalogue;

import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Keeps the published documents and what they were at every version. */
@Service
public class DocumentStore {
    private static final int BATCH = 500;

    private final ConfigDocumentRepository documents;
    private final EntityManager entities;
    private final JdbcClient database;
    private final JdbcTemplate batches;
    private final Clock clock;

    DocumentStore(
            ConfigDocumentRepository documents,
            EntityManager entities,
            JdbcClient database,
            JdbcTemplate batches,
            Clock clock) {
        this.documents = documents;
        this.entities = entities;
        this.database = database;
        this.batches = batches;
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

    /** All of a kind, by path. */
    @Transactional(readOnly = true)
    public List<StoredDocument> all(DocumentKind kind) {
        return documents.findByKindOrderByPath(kind.text()).stream()
                .map(ConfigDocumentEntity::toDocument)
                .toList();
    }

    /** Keys and sub-keys at and below a path, by path. */
    @Transactional(readOnly = true)
    public Map<String, StoredDocument> keysAtOrBelow(String path) {
        return documents.findKeys(path, path + "0").stream()
                .map(ConfigDocumentEntity::toDocument)
                .filter(it -> it.path().equals(path) || it.path().startsWith(path + "/"))
                .collect(Collectors.toMap(StoredDocument::path, Function.identity()));
    }

    /** Makes the changes and remembers them as those of the version. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void apply(List<DocumentChange> changes, long version, String author) {
        for (var change : changes) {
            var after = change.after();
            if (change.before() == null && after != null) {
                var fresh = new ConfigDocumentEntity();
                fresh.take(after, clock.instant(), author);
                entities.persist(fresh);
                continue;
            }
            var stored = entities.find(ConfigDocumentEntity.class, change.id());
            if (stored != null && after != null) {
                stored.take(after, clock.instant(), author);
            } else if (stored != null) {
                entities.remove(stored);
            }
        }
        entities.flush();
        remember(changes, version);
    }

    /** What the file that manages documents is called now: no change of the config. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void nameFile(String fileName) {
        database.sql(
                        """
                        update config_document set file_name = ?
                        where managed_by = 'file' and file_name <> ?
                        """)
                .params(fileName, fileName)
                .update();
    }

    private void remember(List<DocumentChange> changes, long version) {
        batches.batchUpdate(
                """
                insert into document_revision
                    (document_id, version, kind, path, managed_by, file_name, body)
                values (?, ?, ?, ?, ?, ?, ?)
                """,
                changes,
                BATCH,
                (row, change) -> {
                    var after = change.after();
                    var managedBy = after != null ? after.managedBy() : ManagedBy.CONSOLE;
                    row.setString(1, change.id());
                    row.setLong(2, version);
                    row.setString(3, change.kind().text());
                    row.setString(4, change.path());
                    row.setString(5, managedBy.text());
                    row.setString(6, after == null ? null : after.fileName());
                    row.setString(7, after == null ? null : DocumentJson.canonical(after.body()));
                });
    }

    /** A document as it was last published, also when it is gone by now. */
    @Transactional(readOnly = true)
    public Optional<ConfigBody> lastPublished(DocumentKind kind, String path) {
        return database.sql(
                        """
                        select body from document_revision
                        where document_id = ? and body is not null
                        order by version desc limit 1
                        """)
                .param(DocumentIds.of(kind, path))
                .query(String.class)
                .optional()
                .map(body -> DocumentJson.parse(kind, body));
    }

    /** When there was one of that name for the first time. */
    @Transactional(readOnly = true)
    public Optional<Instant> firstPublished(DocumentKind kind, String path) {
        return database.sql(
                        """
                        select v.published_at from document_revision r
                        join config_version v on v.version = r.version
                        where r.document_id = ? and r.body is not null
                        order by r.version limit 1
                        """)
                .param(DocumentIds.of(kind, path))
                .query((row, n) -> row.getObject("published_at", OffsetDateTime.class).toInstant())
                .optional();
    }

    /** A document as a version had it; nothing when it or the version is not known. */
    @Transactional(readOnly = true)
    public Optional<ConfigBody> at(long version, DocumentKind kind, String path) {
        return database.sql(
                        """
                        select body from document_revision
                        where document_id = ? and version <= ?
                          and exists (select from config_version where version = ?)
                        order by version desc limit 1
                        """)
                .params(DocumentIds.of(kind, path), version, version)
                .query((row, n) -> Optional.ofNullable(row.getString("body")))
                .optional()
                .flatMap(body -> body)
                .map(body -> DocumentJson.parse(kind, body));
    }

    /** What changed from one version to another; either may be the newer one. */
    @Transactional(readOnly = true)
    public List<DocumentChange> between(long from, long to) {
        var lower = Math.min(from, to);
        var upper = Math.max(from, to);
        var before = touched(from, lower, upper);
        var after = touched(to, lower, upper);
        var ids = new TreeSet<>(before.keySet());
        ids.addAll(after.keySet());
        return ids.stream()
                .map(id -> new DocumentChange(before.get(id), after.get(id)))
                .filter(DocumentStore::isReal)
                .sorted(
                        Comparator.comparing(DocumentChange::kind)
                                .thenComparing(DocumentChange::path))
                .toList();
    }

    private static boolean isReal(DocumentChange change) {
        var before = change.before();
        var after = change.after();
        return before == null
                || after == null
                || !before.hasBodyOf(after)
                || before.managedBy() != after.managedBy();
    }

    /** Those that any version in (lower, upper] touched, as they were at a version. */
    private Map<String, StoredDocument> touched(long at, long lower, long upper) {
        return database
                .sql(
                        """
                        select r.kind, r.path, r.managed_by, r.file_name, r.body
                        from (select distinct document_id from document_revision
                              where version > ? and version <= ?) t
                        join lateral (
                            select * from document_revision d
                            where d.document_id = t.document_id and d.version <= ?
                            order by d.version desc limit 1) r on r.body is not null
                        """)
                .params(lower, upper, at)
                .query((row, n) ->
                        StoredForm.document(
                                row.getString("kind"),
                                row.getString("path"),
                                row.getString("managed_by"),
                                row.getString("file_name"),
                                row.getString("body")))
                .list()
                .stream()
                .collect(Collectors.toMap(StoredDocument::id, Function.identity()));
    }

    private static ConfigState state(List<ConfigDocumentEntity> loaded) {
        return new ConfigState(loaded.stream().map(ConfigDocumentEntity::toDocument).toList());
    }
}
