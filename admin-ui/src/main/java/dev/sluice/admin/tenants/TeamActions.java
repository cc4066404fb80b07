package dev.sluice.admin.tenants;

import com.vaadin.flow.component.html.Pre;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.SecretDialog;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.IssuedSecret;
import dev.sluice.control.tenants.KeyService;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.function.Consumer;

/**
 * What can be done in the tree. Tenants and apps are drafted; keys change at once, each change a
 * version of its own.
 */
class TeamActions {
    private static final String ANY_ALIAS = "chat";

    private final Documents documents;
    private final KeyService keys;
    private final AccessGuard guard;
    private final GatewayAddress gateway;
    private final Consumer<String> changed;

    /**
     * @param changed is told the path of what was changed
     */
    TeamActions(
            Documents documents,
            KeyService keys,
            AccessGuard guard,
            GatewayAddress gateway,
            Consumer<String> changed) {
        this.documents = documents;
        this.keys = keys;
        this.guard = guard;
        this.gateway = gateway;
        this.changed = changed;
    }

    boolean mayChange(TeamNode row) {
        return switch (row.kind()) {
            case TENANT -> guard.mayChange(row.tenant());
            case APP, KEY, SUB_KEY -> guard.mayChange(row.tenant());
            case UPSTREAM, MODEL, ALIAS -> false;
        };
    }

    /** A tenant itself belongs to the platform. */
    boolean mayRemove(TeamNode row) {
        return row.kind() != DocumentKind.TENANT || guard.mayChangePlatform();
    }

    void addTenant() {
        new TenantDialog(documents, aliasNames(), null, this::drafted).open();
    }

    void addApp(TeamNode.Group tenant) {
        new AppDialog(documents, aliasNames(tenant), tenant.path(), null, this::drafted).open();
    }

    void edit(TeamNode.Group group) {
        switch (group.kind()) {
            case TENANT ->
                    new TenantDialog(documents, aliasNames(), group.document(), this::drafted)
                            .open();
            case APP ->
                    new AppDialog(
                                    documents,
                                    aliasNames(group),
                                    group.tenant(),
                                    group.document(),
                                    this::drafted)
                            .open();
            case KEY, SUB_KEY, UPSTREAM, MODEL, ALIAS -> {}
        }
    }

    private void drafted(String path) {
        Notices.done(Words.text("draft.saved"));
        changed.accept(path);
    }

    void remove(TeamNode.Group group) {
        ShownDocument document = group.document();
        Question.askDanger(
                Words.text("catalogue.remove.title", group.path()),
                Words.text("teams.remove.text"),
                Words.text("action.remove"),
                () -> {
                    if (Notices.attempt(() -> documents.draftRemoval(document))) {
                        drafted(group.path());
                    }
                });
    }

    /** A key below an app, or a sub-key below a key. */
    void issue(TeamNode parent) {
        new KeyDialog(
                        parent,
                        keyAliases(parent),
                        documents.currencyOf(tenantOf(parent)),
                        (path, rules) -> {
                            var issued = keys.issue(path, Documents.rules(body(path, rules)));
                            changed.accept(path);
                            reveal(issued, firstAlias(rules, parent));
                        })
                .open();
    }

    private static String tenantOf(TeamNode row) {
        return row.path().split("/", 2)[0];
    }

    private void reveal(IssuedSecret issued, String alias) {
        var snippet = gateway.curl(issued.secret(), alias);
        var shown = new Pre(snippet);
        shown.addClassName("snippet");
        new SecretDialog(
                        Words.text("teams.issued.title", issued.path()),
                        issued.secret(),
                        shown,
                        SecretDialog.copyButton(snippet))
                .open();
    }

    private String firstAlias(AccessRules rules, TeamNode parent) {
        var own = rules.aliases();
        if (own != null && !own.isEmpty()) {
            return own.getFirst();
        }
        var possible = keyAliases(parent);
        return possible.isEmpty() ? ANY_ALIAS : possible.getFirst();
    }

    void edit(TeamNode.Key key) {
        new KeyDialog(
                        key,
                        keyAliases(key),
                        documents.currencyOf(tenantOf(key)),
                        key.rules(),
                        rules -> {
                            keys.change(key.path(), Documents.rules(body(key.path(), rules)));
                            Notices.done(Words.text("teams.changed", key.path()));
                            changed.accept(key.path());
                        })
                .open();
    }

    void suspend(TeamNode.Key key, boolean suspended) {
        Question.ask(
                Words.text(suspended ? "teams.suspend.title" : "teams.resume.title", key.path()),
                Words.text(suspended ? "teams.suspend.text" : "teams.resume.text"),
                Words.text(suspended ? "teams.suspend" : "teams.resume"),
                () -> {
                    if (Notices.attempt(() -> keys.setSuspended(key.path(), suspended))) {
                        changed.accept(key.path());
                    }
                });
    }

    void revoke(TeamNode.Key key) {
        Question.askDanger(
                Words.text("teams.revoke.title", key.path()),
                Words.text("teams.revoke.text"),
                Words.text("teams.revoke"),
                () -> {
                    if (Notices.attempt(() -> keys.revoke(key.path()))) {
                        Notices.done(Words.text("teams.revoked", key.path()));
                        changed.accept(key.path().substring(0, key.path().lastIndexOf('/')));
                    }
                });
    }

    private static ConfigBody body(String path, AccessRules rules) {
        var names = path.split("/", -1);
        return names.length == 3
                ? new AppKey(names[2], null, rules)
                : new SubKey(names[3], null, rules);
    }

    private List<String> keyAliases(TeamNode row) {
        var names = row.path().split("/", -1);
        return keys.aliasesOf(names[0] + "/" + names[1]);
    }

    /** All aliases for people of the platform, else those that the team has already. */
    private List<String> aliasNames(TeamNode row) {
        if (guard.maySeePlatform()) {
            return aliasNames();
        }
        var own = row.rules().aliases();
        return own == null ? List.of() : own;
    }

    private List<String> aliasNames() {
        return documents.list(DocumentKind.ALIAS).stream().map(ShownDocument::path).toList();
    }
}
