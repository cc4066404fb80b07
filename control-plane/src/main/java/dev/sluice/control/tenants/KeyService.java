package dev.sluice.control.tenants;

import dev.sluice.control.access.IssuedKey;
import dev.sluice.control.access.KeyChange;
import dev.sluice.control.access.KeyStore;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.control.changes.ChangeSet;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.snapshot.Origin;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Scope;
import dev.sluice.model.file.ConfigDocumentReader;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.secret.AppKeySecret;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** AppKeys and sub-keys at work: every change is a version of its own, at once. */
@Service
public class KeyService {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final DocumentStore documents;
    private final KeyStore keys;
    private final AccessGuard guard;
    private final ChangeDesk desk;

    KeyService(DocumentStore documents, KeyStore keys, AccessGuard guard, ChangeDesk desk) {
        this.documents = documents;
        this.keys = keys;
        this.guard = guard;
        this.desk = desk;
    }

    /** Living keys at and below a path: a tenant, an app or a key. */
    @Transactional(readOnly = true)
    public List<KeyView> list(String path) {
        guard.requireSee(path.split("/", 2)[0], "tenant " + path);
        var rules = documents.keysAtOrBelow(path);
        return keys.livingAtOrBelow(path).stream()
                .flatMap(key ->
                        Stream.ofNullable(rules.get(key.path()))
                                .map(document -> KeyView.of(key, document)))
                .toList();
    }

    /** Aliases that an app may call: what its keys can be given. */
    @Transactional(readOnly = true)
    public List<String> aliasesOf(String appPath) {
        var tenant = appPath.split("/", 2)[0];
        guard.requireSee(tenant, "app " + appPath);
        var app =
                documents
                        .find(DocumentKind.APP, appPath)
                        .orElseThrow(() -> Refusal.notFound("app " + appPath));
        return openAliases(app, documents.find(DocumentKind.TENANT, tenant));
    }

    private static List<String> openAliases(StoredDocument app, Optional<StoredDocument> tenant) {
        var ofTenant = tenant.flatMap(KeyService::aliases);
        return aliases(app).orElse(List.of()).stream()
                .filter(alias -> ofTenant.map(all -> all.contains(alias)).orElse(true))
                .toList();
    }

    private static Optional<List<String>> aliases(StoredDocument document) {
        return document.body() instanceof Scope scope
                ? Optional.ofNullable(scope.rulesOrNone().aliases())
                : Optional.empty();
    }

    /**
     * Issues a key or sub-key.
     *
     * @param rules as in the config file, without the name
     */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public IssuedSecret issue(String pathText, @Nullable JsonNode rules) {
        var path = pathToChange(pathText);
        var changes = desk.openAround(pathOfKey(path));
        if (changes.before().has(kind(path), pathText)) {
            throw Refusal.conflict("exists", "there is already a " + label(path));
        }
        var secret = AppKeySecret.generate(RANDOM);
        var document = document(path, rules);
        requireOpenAliases(changes, path, document, List.of());
        changes.put(document);
        changes.key(
                new KeyChange.Issue(
                        pathText, AppKeySecret.hash(secret), AppKeySecret.hint(secret)));
        var version = publish(changes, path, "issue");
        return new IssuedSecret(pathText, secret, AppKeySecret.hint(secret), version);
    }

    /** Sets the rules of a key; its secret stays. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public long change(String pathText, @Nullable JsonNode rules) {
        var path = pathToChange(pathText);
        var changes = desk.openAround(pathOfKey(path));
        var stored = required(changes, path);
        if (stored.managedBy() == ManagedBy.FILE) {
            throw Refusal.conflict(
                    "managed_by_file",
                    label(path) + " is managed by " + stored.fileName() + "; change it there");
        }
        var document = document(path, rules);
        requireOpenAliases(changes, path, document, aliases(stored).orElse(List.of()));
        changes.put(document);
        return publish(changes, path, "change");
    }

    /**
     * A key names only aliases that its app may call. Those that it has had may stay when the app
     * has narrowed since: the nodes take the intersection.
     */
    private static void requireOpenAliases(
            ChangeSet changes, KeyPath path, StoredDocument key, List<String> kept) {
        var appPath = path.tenant() + "/" + path.app();
        var app = changes.before().find(DocumentKind.APP, appPath);
        if (key.kind() != DocumentKind.KEY || app.isEmpty()) {
            return;
        }
        var open =
                openAliases(app.get(), changes.before().find(DocumentKind.TENANT, path.tenant()));
        var wanted = aliases(key).orElse(List.of());
        var faults = new ArrayList<FaultAt>();
        for (var i = 0; i < wanted.size(); i++) {
            var alias = wanted.get(i);
            if (!open.contains(alias) && !kept.contains(alias)) {
                faults.add(
                        new FaultAt(
                                null,
                                "aliases[" + i + "]",
                                "'" + alias + "' is not open to app " + appPath + allowed(open)));
            }
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid("the key names aliases that its app may not call", faults);
        }
    }

    private static String allowed(List<String> open) {
        return open.isEmpty()
                ? ", which may call none yet"
                : ", which may call " + String.join(", ", open);
    }

    /** Ends a key and its sub-keys for good, whoever manages it: an emergency does not wait. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public long revoke(String pathText) {
        var path = pathToChange(pathText);
        var changes = desk.openAround(pathText);
        changes.deleteTree(required(changes, path));
        return publish(changes, path, "revoke");
    }

    /** Lets a key rest, with its sub-keys, or go on. */
    @PreAuthorize("hasAnyRole('PLATFORM_ADMIN', 'TENANT_ADMIN')")
    @Transactional
    public long setSuspended(String pathText, boolean suspended) {
        var path = pathToChange(pathText);
        var changes = desk.openAround(pathText);
        required(changes, path);
        var wanted = suspended ? KeyState.SUSPENDED : KeyState.ACTIVE;
        if (keys.living(pathText).map(IssuedKey::state).filter(wanted::equals).isEmpty()) {
            changes.key(new KeyChange.SetState(pathText, wanted));
        }
        return publish(changes, path, suspended ? "suspend" : "resume");
    }

    private KeyPath pathToChange(String text) {
        KeyPath path;
        try {
            path = KeyPath.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw Refusal.badRequest(String.valueOf(malformed.getMessage()));
        }
        guard.requireChange(path.tenant(), label(path));
        return path;
    }

    private long publish(ChangeSet changes, KeyPath path, String verb) {
        var focus = kind(path).text() + "/" + path.text();
        return desk.publish(changes, Origin.KEY, verb + " " + label(path), focus);
    }

    private static StoredDocument required(ChangeSet changes, KeyPath path) {
        return changes.before()
                .find(kind(path), path.text())
                .orElseThrow(() -> Refusal.notFound(label(path)));
    }

    static StoredDocument document(KeyPath path, @Nullable JsonNode rules) {
        return new StoredDocument(
                kind(path), path.text(), ManagedBy.CONSOLE, null, body(path, rules));
    }

    private static ConfigBody body(KeyPath path, @Nullable JsonNode rules) {
        var json = SluiceJson.mapper().createObjectNode();
        json.put("name", Optional.ofNullable(path.subKey()).orElse(path.key()));
        if (rules instanceof ObjectNode given) {
            if (given.has("name") || given.has("value")) {
                throw Refusal.invalid(
                        "the rules have faults",
                        List.of(
                                new FaultAt(
                                        null,
                                        given.has("name") ? "name" : "value",
                                        "is not a rule; the path names the key, and its secret is"
                                                + " issued")));
            }
            json.setAll(given);
        } else if (rules != null && !rules.isNull()) {
            throw Refusal.badRequest("'rules' must be an object");
        }
        var read = ConfigDocumentReader.read(kind(path), path.text(), json.toString());
        return read.document()
                .orElseThrow(() ->
                        Refusal.invalid(
                                "the rules have faults",
                                read.faults().stream()
                                        .map(it -> new FaultAt(null, it.path(), it.message()))
                                        .toList()))
                .body();
    }

    private static String pathOfKey(KeyPath path) {
        return new KeyPath(path.tenant(), path.app(), path.key(), null).text();
    }

    private static DocumentKind kind(KeyPath path) {
        return path.subKey() == null ? DocumentKind.KEY : DocumentKind.SUB_KEY;
    }

    private static String label(KeyPath path) {
        return kind(path).text() + " " + path.text();
    }
}
