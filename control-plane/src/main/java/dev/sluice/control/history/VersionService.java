package dev.sluice.control.history;

import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.changes.ChangeSet;
import dev.sluice.control.changes.PlannedChange;
import dev.sluice.control.secrets.SecretVault;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Looks at versions, compares them, and goes back to one by publishing a new one. */
@Service
public class VersionService {
    private static final int MOST = 200;

    private final VersionStore versions;
    private final DocumentStore documents;
    private final ChangeDesk desk;
    private final SecretVault vault;
    private final AccessGuard guard;
    private final Clock clock;

    VersionService(
            VersionStore versions,
            DocumentStore documents,
            ChangeDesk desk,
            SecretVault vault,
            AccessGuard guard,
            Clock clock) {
        this.versions = versions;
        this.documents = documents;
        this.desk = desk;
        this.vault = vault;
        this.guard = guard;
        this.clock = clock;
    }

    /** Newest first, below a version when one is given. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'AUDITOR', 'FINANCE')")
    @Transactional(readOnly = true)
    public List<ConfigVersion> list(@Nullable Long before, int limit) {
        requirePlatform();
        return versions.before(
                before == null ? Long.MAX_VALUE : before, Math.clamp(limit, 1, MOST));
    }

    /** What is different in a version against another; by default against the one before it. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'AUDITOR', 'FINANCE')")
    @Transactional(readOnly = true)
    public List<PlannedChange> diff(long version, @Nullable Long against) {
        requirePlatform();
        var from = against == null ? version - 1 : against;
        requireKnown(version);
        if (from != 0) {
            requireKnown(from);
        }
        var whole = PlannedChange.ofInstallation(installation(from), installation(version));
        return Stream.concat(
                        whole,
                        documents.between(from, version).stream()
                                .map(change -> PlannedChange.of(change, null)))
                .toList();
    }

    private Installation installation(long version) {
        return versions.find(version).map(ConfigVersion::installation).orElse(Installation.DEFAULT);
    }

    private void requirePlatform() {
        if (!guard.maySeePlatform()) {
            throw Refusal.forbidden("versions are shown to people of the platform");
        }
    }

    private void requireKnown(long version) {
        if (versions.find(version).isEmpty()) {
            throw Refusal.notFound("version " + version);
        }
    }

    /**
     * What a rollback would do.
     *
     * @param revokes the keys that would end for good, because what they stand below goes
     */
    public record RollbackPlan(List<PlannedChange> changes, List<String> revokes) {
        public RollbackPlan {
            changes = List.copyOf(changes);
            revokes = List.copyOf(revokes);
        }
    }

    /** What going back to a version would change and which keys it would end. */
    @PreAuthorize("hasRole('PLATFORM_ADMIN')")
    @Transactional
    public RollbackPlan planRollback(long version) {
        var changes = wayBack(version);
        var whole = PlannedChange.ofInstallation(desk.installation(), back(version));
        return new RollbackPlan(
                Stream.concat(
                                whole,
                                changes.documents().stream()
                                        .map(change -> PlannedChange.of(change, null)))
                        .toList(),
                changes.revokedPaths());
    }

    /**
     * Publishes what a version was. Keys are left as they are: those revoked since stay revoked,
     * those issued since go on, as long as what they stand below is still there. Keys that would
     * lose it end for good, so that is refused unless the caller agrees.
     */
    @PreAuthorize("hasRole('PLATFORM_ADMIN')")
    @Transactional
    public long rollback(long version, @Nullable String comment, boolean revokeKeys) {
        var changes = wayBack(version);
        var ending = changes.revokedPaths();
        if (!ending.isEmpty() && !revokeKeys) {
            throw Refusal.conflict(
                    "keys_would_end",
                    "going back removes what "
                            + ending.size()
                            + " key(s) stand below, and a revoked key never comes back; send"
                            + " \"revokeKeys\": true to go back all the same",
                    ending.stream()
                            .map(path -> new FaultAt(null, path, "would be revoked for good"))
                            .toList());
        }
        requireSecrets(changes);
        var text = comment == null || comment.isBlank() ? "rollback to " + version : comment;
        return desk.publish(changes, Origin.ROLLBACK, text, null, back(version));
    }

    /** Calls are booked in the currency and at the exchange rates: these never go back. */
    private Installation back(long version) {
        var then = installation(version);
        return new Installation(
                desk.installation().rates(), then.trustedProxies(), then.contacts());
    }

    private ChangeSet wayBack(long version) {
        var changes = desk.open();
        requireKnown(version);
        for (var change : documents.between(versions.currentVersion(), version)) {
            undo(change, changes);
        }
        return changes;
    }

    private void undo(DocumentChange change, ChangeSet changes) {
        var before = change.before();
        var after = change.after();
        var isKey = change.kind() == DocumentKind.KEY || change.kind() == DocumentKind.SUB_KEY;
        if (after == null) {
            if (before != null && !isKey) {
                changes.deleteTree(before);
            }
        } else if (before != null || !isKey) {
            changes.put(before == null ? after : keepingPrices(before, after));
        }
    }

    /** Prices that have begun are booked: they stay, and only what is still to come goes back. */
    private StoredDocument keepingPrices(StoredDocument now, StoredDocument then) {
        if (now.body() instanceof UpstreamModel current
                && then.body() instanceof UpstreamModel wanted) {
            var instant = clock.instant();
            var prices =
                    Stream.concat(
                                    current.prices().stream()
                                            .filter(price -> price.from().isBefore(instant)),
                                    wanted.prices().stream()
                                            .filter(price -> !price.from().isBefore(instant)))
                            .toList();
            return new StoredDocument(
                    then.kind(),
                    then.path(),
                    then.managedBy(),
                    then.fileName(),
                    wanted.withPrices(prices));
        }
        return then;
    }

    /** An upstream comes back with the secrets that it had; one that never had any cannot. */
    private void requireSecrets(ChangeSet changes) {
        var faults = new ArrayList<FaultAt>();
        for (var change : changes.documents()) {
            var after = change.after();
            if (after != null && after.body() instanceof Upstream upstream) {
                var stored = vault.everStored(upstream.name());
                upstream.secrets().stream()
                        .filter(secret -> !stored.contains(secret.name()))
                        .forEach(secret ->
                                faults.add(
                                        new FaultAt(
                                                null,
                                                DocumentIds.of(after.kind(), after.path()),
                                                "no value of secret '"
                                                        + secret.name()
                                                        + "' is stored any more")));
            }
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid("the version cannot come back", faults);
        }
    }
}
