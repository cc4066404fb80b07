package dev.sluice.admin.tenants;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.GridVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.treegrid.TreeGrid;
import com.vaadin.flow.data.renderer.ComponentRenderer;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.DraftBar;
import dev.sluice.admin.documents.Origins;
import dev.sluice.control.budgets.BudgetService;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.tenants.KeyService;
import dev.sluice.model.access.KeyState;
import jakarta.annotation.security.PermitAll;
import org.jspecify.annotations.Nullable;

/** The tree of tenants, apps and keys, and beside it what is chosen. */
@Route("teams")
@PermitAll
class TeamsView extends Div implements HasDynamicTitle {
    private final TeamTree tree;
    private final TreeGrid<TeamNode> grid = new TreeGrid<>();
    private final Div detail = new Div();
    private final DraftBar draft;
    private final transient TeamActions actions;
    private final transient BudgetService budgets;

    TeamsView(
            Documents documents,
            KeyService keys,
            BudgetService budgets,
            AccessGuard guard,
            GatewayAddress gateway) {
        this.budgets = budgets;
        tree = new TeamTree(documents, keys);
        draft = new DraftBar(documents);
        actions = new TeamActions(documents, keys, guard, gateway, this::changed);
        addClassNames("page", "page-tall");
        detail.addClassName("detail");
        setUpGrid();
        var split = new Div(grid, detail);
        split.addClassNames("split", "fill");
        add(draft);
        if (guard.mayChangePlatform()) {
            var fresh =
                    new Button(
                            Words.text("teams.addTenant"),
                            VaadinIcon.PLUS.create(),
                            click -> actions.addTenant());
            fresh.setId("add-tenant");
            fresh.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
            add(new Div(fresh));
        }
        add(split);
        load(null);
    }

    private void setUpGrid() {
        grid.addThemeVariants(GridVariant.LUMO_COMPACT, GridVariant.LUMO_NO_BORDER);
        grid.addComponentHierarchyColumn(this::label)
                .setHeader(Words.text("teams.tree"))
                .setFlexGrow(3);
        grid.addColumn(new ComponentRenderer<>(TeamsView::marks))
                .setHeader(Words.text("teams.state"))
                .setFlexGrow(0)
                .setAutoWidth(true);
        grid.addClassName("fill");
        grid.setDataProvider(tree);
        grid.asSingleSelect().addValueChangeListener(change -> show(change.getValue()));
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.USERS,
                        Words.text("teams.empty"),
                        Words.text("teams.empty.next")));
    }

    /** A click on the name chooses; only the arrow before it opens and closes. */
    private Component label(TeamNode row) {
        var icon =
                switch (row.kind()) {
                    case TENANT -> VaadinIcon.BUILDING_O;
                    case APP -> VaadinIcon.CUBE;
                    case KEY -> VaadinIcon.KEY_O;
                    case SUB_KEY, UPSTREAM, MODEL, ALIAS -> VaadinIcon.USER;
                };
        var label = new Span(icon.create(), new ShortText(row.name()));
        label.addClassName("tree-label");
        label.getElement()
                .addEventListener("click", click -> grid.asSingleSelect().setValue(row))
                .stopPropagation();
        return label;
    }

    private static Component marks(TeamNode row) {
        return switch (row) {
            case TeamNode.Group group -> Origins.marks(group.document());
            case TeamNode.Key key -> {
                var marks = new Div();
                marks.addClassName("marks");
                if (key.fileName() != null) {
                    marks.add(Origins.file(key.fileName()));
                }
                marks.add(state(key.key().state()));
                yield marks;
            }
        };
    }

    static Mark state(KeyState state) {
        var tone =
                switch (state) {
                    case ACTIVE -> Tone.GOOD;
                    case SUSPENDED -> Tone.WARNING;
                    case REVOKED -> Tone.BAD;
                };
        return new Mark(Words.text("keyState." + state.text()), tone);
    }

    /** Reads the tree and shows what was chosen before, or the first tenant. */
    private void load(@Nullable String path) {
        Notices.attempt(() -> {
            tree.load();
            draft.refresh();
            grid.expandRecursively(tree.tenants(), 1);
            var chosen = path == null ? null : tree.find(path).orElse(null);
            if (chosen == null && !tree.isEmpty()) {
                chosen = tree.tenants().getFirst();
            }
            grid.asSingleSelect().setValue(chosen);
            show(chosen);
        });
    }

    private void changed(String path) {
        load(path);
    }

    private void show(@Nullable TeamNode row) {
        detail.removeAll();
        if (row == null) {
            detail.add(
                    new EmptyState(
                            VaadinIcon.HAND,
                            Words.text("teams.choose"),
                            Words.text("teams.choose.next")));
        } else {
            Notices.attempt(() -> detail.add(new TeamDetail(row, actions, budgets)));
        }
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.teams");
    }
}
