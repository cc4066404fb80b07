package dev.sluice.control.files;

import dev.sluice.control.access.KeyChange;
import dev.sluice.control.access.KeyStore;
import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.changes.ChangeSet;
import dev.sluice.control.changes.PlannedChange;
import dev.sluice.control.rules.RuleFault;
import dev.sluice.control.secrets.SecretVault;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.file.ConfigFile;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.secret.AppKeySecret;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.DocumentKind;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Works out what makes the documents that files manage equal to the file. What was made in the
 * console is left alone, unless the file says the same (nothing to do) or is told to adopt it.
 */
final class FilePlan {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String fileName;
    private final Set<String> adopted;
    private final SecretVault vault;
    private final KeyStore keys;
    private final Map<String, String> livingHashes;
    private final ChangeSet changes;
    private final List<RuleFault> faults = new ArrayList<>();
    private final Map<String, String> remarks = new HashMap<>();
    private final Map<String, String> issued = new LinkedHashMap<>();
    private final Map<String, String> importedBy = new HashMap<>();
    private final Set<String> inFile = new HashSet<>();

    FilePlan(
            ConfigState before,
            String fileName,
            List<String> adopted,
            SecretVault vault,
            KeyStore keys) {
        this.changes = new ChangeSet(before);
        this.fileName = fileName;
        this.adopted = Set.copyOf(adopted);
        this.vault = vault;
        this.keys = keys;
        this.livingHashes = keys.livingHashes();
    }

    ChangeSet changes() {
        return changes;
    }

    List<RuleFault> faults() {
        return faults;
    }

    /** Secrets of keys that are to be issued, by path. */
    Map<String, String> issued() {
        return issued;
    }

    List<PlannedChange> lines() {
        var left = new TreeMap<>(remarks);
        var lines = new ArrayList<PlannedChange>();
        for (var change : changes.documents()) {
            lines.add(PlannedChange.of(change, left.remove(change.id())));
        }
        // What is left are documents that stay as they are while a secret behind them changes.
        left.forEach((id, remark) -> lines.add(PlannedChange.behind(id, remark)));
        return lines;
    }

    FilePlan work(ConfigFile file) {
        for (var document : file.documents()) {
            inFile.add(DocumentIds.of(document.kind(), document.path()));
        }
        for (var document : file.documents()) {
            take(document);
        }
        for (var name : adopted) {
            if (!inFile.contains(name)) {
                faults.add(
                        new RuleFault(
                                DocumentKind.UPSTREAM,
                                name,
                                "",
                                "--adopt names '" + name + "', which the file does not have"));
            }
        }
        removeWhatLeft();
        return this;
    }

    private void take(ConfigDocument document) {
        var before = changes.before().find(document.kind(), document.path()).orElse(null);
        var body = bodyToStore(document);
        var after =
                new StoredDocument(
                        document.kind(), document.path(), ManagedBy.FILE, fileName, body);
        if (before != null && before.managedBy() == ManagedBy.CONSOLE) {
            if (!adopted.contains(after.id())) {
                if (!before.hasBodyOf(after)) {
                    fault(
                            document,
                            "",
                            "was made in the console and differs; name it with --adopt "
                                    + after.id()
                                    + " or take it out of the file");
                }
                return;
            }
            remark(after.id(), "the file manages it from now on");
        }
        changes.put(after);
        switch (document.body()) {
            case AppKey key -> secretOf(document, key.value());
            case SubKey key -> secretOf(document, key.value());
            default -> {}
        }
    }

    private ConfigBody bodyToStore(ConfigDocument document) {
        return switch (document.body()) {
            case Upstream upstream -> upstream(document, upstream);
            case AppKey key -> key.withoutValue();
            case SubKey key -> key.withoutValue();
            default -> document.body();
        };
    }

    private Upstream upstream(ConfigDocument document, Upstream upstream) {
        var prepared = vault.prepare(upstream);
        for (var i = 0; i < upstream.secrets().size(); i++) {
            var name = upstream.secrets().get(i).name();
            if (prepared.missing().contains(name)) {
                fault(
                        document,
                        "secrets[" + i + "].value",
                        "is missing, and no value of '" + name + "' is stored");
            }
        }
        changes.secrets(prepared.fresh());
        if (!prepared.replaced().isEmpty()) {
            remark(
                    DocumentIds.of(document.kind(), document.path()),
                    "new value of secret " + String.join(", ", prepared.replaced()));
        }
        return prepared.upstream();
    }

    private void secretOf(ConfigDocument document, @Nullable String given) {
        var path = document.path();
        var known = livingHashes.get(path);
        if (given == null) {
            if (known == null) {
                var secret = AppKeySecret.generate(RANDOM);
                issued.put(path, secret);
                issue(path, secret);
                remark(document, "a secret is issued");
            }
            return;
        }
        var hash = AppKeySecret.hash(given);
        if (hash.equals(known) || isTaken(document, hash)) {
            return;
        }
        if (known != null) {
            changes.key(new KeyChange.Revoke(path));
        }
        issue(path, given);
        remark(document, known == null ? "its secret is imported" : "its secret is replaced");
    }

    private boolean isTaken(ConfigDocument document, String hash) {
        var other = importedBy.putIfAbsent(hash, document.path());
        var owner = keys.withHash(hash);
        if (owner.isPresent() && owner.get().state() == KeyState.REVOKED) {
            fault(document, "value", "was revoked; a revoked secret never comes back");
        } else if (owner.isPresent()) {
            fault(document, "value", "is already the secret of " + owner.get().path());
        } else if (other != null) {
            fault(document, "value", "is also the secret of " + other);
        } else {
            return false;
        }
        return true;
    }

    private void issue(String path, String secret) {
        changes.key(
                new KeyChange.Issue(path, AppKeySecret.hash(secret), AppKeySecret.hint(secret)));
    }

    private void removeWhatLeft() {
        for (var document : changes.before().all()) {
            if (document.managedBy() == ManagedBy.FILE && !inFile.contains(document.id())) {
                // A sub-key made by self-service ends with its key; it could not be used anyway.
                if (document.kind() == DocumentKind.KEY) {
                    changes.deleteTree(document);
                } else {
                    changes.delete(document);
                }
            }
        }
    }

    private void remark(ConfigDocument document, String text) {
        remark(DocumentIds.of(document.kind(), document.path()), text);
    }

    private void remark(String id, String text) {
        remarks.merge(id, text, (was, more) -> was + "; " + more);
    }

    private void fault(ConfigDocument document, String field, String message) {
        faults.add(new RuleFault(document.kind(), document.path(), field, message));
    }
}
