package dev.sluice.admin.tenants;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Facts;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.budgets.BudgetService;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.quota.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of the tree in full: what it may do, what it used, and what can be done with it. */
class TeamDetail extends Div {
    TeamDetail(TeamNode row, TeamActions actions, BudgetService budgets) {
        addClassName("stack");
        add(head(row, actions), new Card(Words.text("teams.rules"), facts(row)));
        add(new BudgetsCard(row, budgets));
    }

    private static Component head(TeamNode row, TeamActions actions) {
        var kind = new Span(Words.text("kind.of." + row.kind().text()));
        kind.addClassName("aside");
        var title = new H2(kind, new ShortText(row.path()));
        title.addClassName("detail-title");
        var head = new Div(title);
        head.addClassName("card");
        if (row instanceof TeamNode.Key key) {
            title.add(TeamsView.state(key.key().state()));
            var hint = new ShortText(key.key().hint()).mono();
            var issued =
                    Words.text(
                            "teams.issued",
                            Figures.time(key.key().issuedAt()),
                            key.key().issuedBy());
            var line = new Div(hint, new Span(issued));
            line.addClassName("key-line");
            head.add(line);
        }
        var file = row.fileName();
        if (file != null) {
            var note = new Paragraph(Words.text("draft.file", file));
            note.addClassName("hint");
            head.add(note);
        }
        head.add(buttons(row, actions));
        return head;
    }

    private static Div buttons(TeamNode row, TeamActions actions) {
        var bar = new Div();
        bar.addClassName("actions-bar");
        if (actions.mayChange(row)) {
            switch (row) {
                case TeamNode.Group group -> {
                    addIf(bar, row.fileName() == null, edit(() -> actions.edit(group)));
                    switch (row.kind()) {
                        case TENANT ->
                                bar.add(
                                        button(
                                                "add-app",
                                                "teams.addApp",
                                                VaadinIcon.PLUS,
                                                () -> actions.addApp(group)));
                        case APP ->
                                addIf(
                                        bar,
                                        group.document().published() != null,
                                        primary(
                                                button(
                                                        "issue-key",
                                                        "teams.issueKey",
                                                        VaadinIcon.KEY,
                                                        () -> actions.issue(row))));
                        case KEY, SUB_KEY, UPSTREAM, MODEL, ALIAS -> {}
                    }
                    addIf(
                            bar,
                            row.fileName() == null && actions.mayRemove(row),
                            danger(
                                    button(
                                            "remove",
                                            "action.remove",
                                            VaadinIcon.TRASH,
                                            () -> actions.remove(group))));
                }
                case TeamNode.Key key -> keyButtons(bar, key, actions);
            }
        }
        var requests = new Anchor("requests?tenant=" + row.tenant(), Words.text("teams.requests"));
        requests.addClassName("quiet-link");
        bar.add(requests);
        return bar;
    }

    private static void keyButtons(Div bar, TeamNode.Key key, TeamActions actions) {
        addIf(bar, key.fileName() == null, edit(() -> actions.edit(key)));
        switch (key.kind()) {
            case KEY ->
                    bar.add(
                            button(
                                    "issue-sub-key",
                                    "teams.issueSubKey",
                                    VaadinIcon.PLUS,
                                    () -> actions.issue(key)));
            case SUB_KEY, TENANT, APP, UPSTREAM, MODEL, ALIAS -> {}
        }
        var suspended = key.key().state() == KeyState.SUSPENDED;
        bar.add(
                button(
                        "suspend-key",
                        suspended ? "teams.resume" : "teams.suspend",
                        suspended ? VaadinIcon.PLAY : VaadinIcon.PAUSE,
                        () -> actions.suspend(key, !suspended)));
        bar.add(
                danger(
                        button(
                                "revoke-key",
                                "teams.revoke",
                                VaadinIcon.BAN,
                                () -> actions.revoke(key))));
    }

    private static Button edit(Runnable run) {
        return button("edit-rules", "action.edit", VaadinIcon.EDIT, run);
    }

    private static Button button(String id, String key, VaadinIcon icon, Runnable run) {
        var button = new Button(Words.text(key), icon.create(), click -> run.run());
        button.setId(id);
        button.addThemeVariants(ButtonVariant.LUMO_SMALL);
        return button;
    }

    private static Button primary(Button button) {
        button.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        return button;
    }

    private static Button danger(Button button) {
        button.addThemeVariants(ButtonVariant.LUMO_ERROR);
        return button;
    }

    private static void addIf(Div bar, boolean wanted, Button button) {
        if (wanted) {
            bar.add(button);
        }
    }

    private static Facts facts(TeamNode row) {
        var rules = row.rules();
        var facts =
                new Facts()
                        .with(Words.text("form.aliases"), aliases(row, rules))
                        .with(Words.text("teams.limits"), limits(rules.limitsOrNone()))
                        .with(Words.text("form.maxOutput"), figure(rules.maxOutputTokens()))
                        .with(Words.text("form.businessLine"), rules.businessLine())
                        .with(
                                Words.text("form.expires"),
                                rules.expires() == null ? null : Figures.time(rules.expires()))
                        .with(Words.text("form.cidrs"), String.join(", ", rules.cidrsOrNone()));
        if (row instanceof TeamNode.Group group && group.document().body() instanceof Tenant it) {
            facts.with(
                    Words.text("teams.zone"),
                    it.timeZone() == null ? "UTC" : it.timeZone().getId());
        }
        return facts;
    }

    private static String aliases(TeamNode row, AccessRules rules) {
        var only = rules.aliases();
        if (only == null) {
            return Words.text("form.aliases.inherit." + row.kind().text());
        }
        return only.isEmpty() ? Words.text("form.aliases.none") : String.join(", ", only);
    }

    private static @Nullable String figure(@Nullable Long number) {
        return number == null ? null : Figures.count(number);
    }

    private static String limits(Limits limits) {
        List<String> parts = new ArrayList<>();
        if (limits.requestsPerMinute() != null) {
            parts.add(Words.text("teams.limit.rpm", Figures.count(limits.requestsPerMinute())));
        }
        if (limits.tokensPerMinute() != null) {
            parts.add(Words.text("teams.limit.tpm", Figures.count(limits.tokensPerMinute())));
        }
        if (limits.concurrent() != null) {
            parts.add(Words.text("teams.limit.concurrent", Figures.count(limits.concurrent())));
        }
        return parts.isEmpty() ? Words.text("form.unlimited") : String.join(" · ", parts);
    }
}
