package dev.sluice.control.drafts;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.changes.ChangeSet;
import dev.sluice.control.changes.PlannedChange;
import dev.sluice.control.secrets.SecretVault;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.file.ConfigDocumentReader;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamSecret;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Everybody edits a draft of their own and publishes it as a whole. */
@Service
public class DraftService {
    private final DraftChangeRepository drafts;
    private final DocumentStore documents;
    private final DraftGuard may;
    private final AccessGuard guard;
    private final SecretVault vault;
    private final ChangeDesk desk;
    private final Clock clock;

    DraftService(
            DraftChangeRepository drafts,
            DocumentStore documents,
            DraftGuard may,
            AccessGuard guard,
            SecretVault vault,
            ChangeDesk desk,
            Clock clock) {
        this.drafts = drafts;
        this.documents = documents;
        this.may = may;
        this.guard = guard;
        this.vault = vault;
        this.desk = desk;
        this.clock = clock;
    }

    /** The currency of prices and budgets. */
    @PreAuthorize("isAuthenticated()")
    @Transactional(readOnly = true)
    public String currency() {
        return desk.currency();
    }

    /**
     * Drafts a new or changed document.
     *
     * @param body JSON or YAML, as in the config file
     */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public DocumentView put(DocumentKind kind, String path, String body) {
        may.change(kind, path);
        var published = documents.find(kind, path);
        requireEditable(kind, path, published);
        var read = ConfigDocumentReader.read(kind, path, body);
        var document =
                read.document()
                        .orElseThrow(() ->
                                Refusal.invalid(
                                        "the " + kind.text() + " has faults",
                                        read.faults().stream().map(DraftService::at).toList()));
        save(kind, path, forDraft(document.body()), published);
        return view(kind, path);
    }

    private static FaultAt at(dev.sluice.model.file.Fault fault) {
        return new FaultAt(fault.line() > 0 ? fault.line() : null, fault.path(), fault.message());
    }

    private void requireEditable(
            DocumentKind kind, String path, Optional<StoredDocument> published) {
        if (published.isPresent() && published.get().managedBy() == ManagedBy.FILE) {
            throw Refusal.conflict(
                    "managed_by_file",
                    kind.text()
                            + " "
                            + path
                            + " is managed by "
                            + published.get().fileName()
                            + "; change it there");
        }
        var isKey = kind == DocumentKind.KEY || kind == DocumentKind.SUB_KEY;
        if (isKey && published.isEmpty()) {
            throw Refusal.conflict(
                    "not_issued", "issue the key by POST /api/v1/keys; a draft can change it then");
        }
    }

    /** Secrets are sealed at once: a draft holds none in clear. */
    private String forDraft(ConfigBody body) {
        if (!(body instanceof Upstream upstream)) {
            return DocumentJson.canonical(body);
        }
        var prepared = vault.prepare(upstream);
        if (!prepared.missing().isEmpty()) {
            var faults =
                    prepared.missing().stream()
                            .map(name ->
                                    new FaultAt(
                                            null,
                                            "secrets",
                                            "'" + name + "' has no value yet; give one"))
                            .toList();
            throw Refusal.invalid("the upstream has faults", faults);
        }
        var sealed =
                prepared.upstream().secrets().stream()
                        .map(shown ->
                                prepared.fresh().stream()
                                        .filter(it -> it.name().equals(shown.name()))
                                        .findFirst()
                                        .map(it ->
                                                new UpstreamSecret(
                                                        it.name(), null, it.sealed(), it.hint()))
                                        .orElse(shown))
                        .toList();
        return SluiceJson.mapper().writeValueAsString(upstream.withSecrets(sealed));
    }

    /** Drafts the removal of a document and of what stands below it. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public void remove(DocumentKind kind, String path) {
        may.change(kind, path);
        var published = documents.find(kind, path);
        requireEditable(kind, path, published);
        if (published.isPresent()) {
            save(kind, path, null, published);
        } else {
            own(kind, path)
                    .ifPresentOrElse(
                            drafts::delete,
                            () -> {
                                throw Refusal.notFound(kind.text() + " " + path);
                            });
        }
    }

    private void save(
            DocumentKind kind,
            String path,
            @Nullable String body,
            Optional<StoredDocument> published) {
        var row = own(kind, path).orElseGet(DraftChangeEntity::new);
        row.owner = guard.person().id();
        row.documentId = DocumentIds.of(kind, path);
        row.kind = kind.text();
        row.path = path;
        row.body = body;
        row.baseBody = published.map(it -> DocumentJson.canonical(it.body())).orElse(null);
        row.changedAt = clock.instant();
        drafts.save(row);
    }

    private Optional<DraftChangeEntity> own(DocumentKind kind, String path) {
        return drafts.findByOwnerAndDocumentId(guard.person().id(), DocumentIds.of(kind, path));
    }

    /** A published or drafted document. */
    @Transactional(readOnly = true)
    public DocumentView view(DocumentKind kind, String path) {
        may.see(kind, path);
        var draft = own(kind, path).map(DraftService::draft).orElse(null);
        var published = documents.find(kind, path);
        if (published.isPresent()) {
            return DocumentView.of(published.get(), draft);
        }
        if (draft == null) {
            throw Refusal.notFound(kind.text() + " " + path);
        }
        return new DocumentView(kind.text(), path, ManagedBy.CONSOLE, null, null, null, draft);
    }

    private static DocumentView.Draft draft(DraftChangeEntity row) {
        var body = row.body;
        return body == null
                ? new DocumentView.Draft(true, null)
                : new DocumentView.Draft(
                        false, DocumentView.body(DocumentJson.parse(kindOf(row), body)));
    }

    private static DocumentKind kindOf(DraftChangeEntity row) {
        return DocumentIds.kind(row.kind).orElseThrow();
    }

    /** What the person may see of a kind, at or below a path when one is given. */
    @Transactional(readOnly = true)
    public List<DocumentView> list(DocumentKind kind, @Nullable String below) {
        var drafted =
                drafts.findByOwnerOrderByDocumentId(guard.person().id()).stream()
                        .collect(Collectors.toMap(row -> row.documentId, DraftService::draft));
        return documents.all(kind).stream()
                .filter(it -> may.sees(it.kind(), it.path()))
                .filter(it ->
                        below == null
                                || it.path().equals(below)
                                || it.path().startsWith(below + "/"))
                .map(it -> DocumentView.of(it, drafted.get(it.id())))
                .toList();
    }

    /** What publishing the person's draft would change. */
    @Transactional(readOnly = true)
    public List<DraftedChange> diff() {
        var state = documents.load();
        var rows = drafts.findByOwnerOrderByDocumentId(guard.person().id());
        var changes = gather(new ChangeSet(state), rows);
        return changes.documents().stream()
                .map(change ->
                        new DraftedChange(
                                PlannedChange.of(change, null),
                                rows.stream()
                                        .filter(it -> it.documentId.equals(change.id()))
                                        .anyMatch(it -> isOutdated(it, state))))
                .toList();
    }

    private ChangeSet gather(ChangeSet changes, List<DraftChangeEntity> rows) {
        for (var row : rows) {
            var kind = kindOf(row);
            var body = row.body;
            if (body == null) {
                changes.before().find(kind, row.path).ifPresent(changes::deleteTree);
            } else {
                var parsed = DocumentJson.parse(kind, body);
                if (parsed instanceof Upstream upstream) {
                    var prepared = vault.prepare(upstream);
                    changes.secrets(prepared.fresh());
                    parsed = prepared.upstream();
                }
                changes.put(new StoredDocument(kind, row.path, ManagedBy.CONSOLE, null, parsed));
            }
        }
        return changes;
    }

    private static boolean isOutdated(DraftChangeEntity row, ConfigState state) {
        var published =
                state.find(kindOf(row), row.path)
                        .map(it -> DocumentJson.canonical(it.body()))
                        .orElse(null);
        return !Objects.equals(row.baseBody, published);
    }

    /** Publishes the person's whole draft as one version and empties it. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public long publish(@Nullable String comment) {
        var changes = desk.open();
        var owner = guard.person().id();
        var rows = drafts.findByOwnerOrderByDocumentId(owner);
        rows.forEach(row -> may.change(kindOf(row), row.path));
        var outdated =
                rows.stream()
                        .filter(row -> isOutdated(row, changes.before()))
                        .map(row -> row.documentId)
                        .toList();
        if (!outdated.isEmpty()) {
            throw Refusal.conflict(
                    "draft_conflict",
                    "published by somebody else since: "
                            + String.join(", ", outdated)
                            + "; look at the change and draft it again");
        }
        gather(changes, rows);
        requireNoFileManaged(changes);
        var version = desk.publish(changes, Origin.DRAFT, comment, null);
        drafts.deleteByOwner(owner);
        return version;
    }

    /** What is removed with its parent may not take with it what a file manages. */
    private static void requireNoFileManaged(ChangeSet changes) {
        for (var change : changes.documents()) {
            var before = change.before();
            if (before != null && before.managedBy() == ManagedBy.FILE) {
                throw Refusal.conflict(
                        "managed_by_file",
                        change.id() + " is managed by " + before.fileName() + "; change it there");
            }
        }
    }

    /** Throws the person's draft away; of one document when it is named. */
    @Transactional
    public void discard(@Nullable DocumentKind kind, @Nullable String path) {
        if (kind == null || path == null) {
            drafts.deleteByOwner(guard.person().id());
        } else {
            own(kind, path).ifPresent(drafts::delete);
        }
    }
}
