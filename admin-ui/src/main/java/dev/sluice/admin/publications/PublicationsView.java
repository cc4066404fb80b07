package dev.sluice.admin.publications;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Refresh;
import dev.sluice.admin.components.Words;
import dev.sluice.control.drafts.DraftService;
import dev.sluice.control.fleet.FleetService;
import dev.sluice.control.history.VersionService;
import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.snapshot.ConfigVersion;
import jakarta.annotation.security.RolesAllowed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The draft, the versions that were published, and how far the newest has come. */
@Route("publications")
@RolesAllowed({"PLATFORM_ADMIN", "AUDITOR", "TENANT_ADMIN"})
class PublicationsView extends Div implements HasDynamicTitle {
    private static final int PERIOD_MS = 2_000;
    private static final int PAGE = 50;
    private static final int MOST_NAMED = 20;

    private final transient VersionService versions;
    private final boolean mayRollBack;
    private final Grid<ConfigVersion> grid = Columns.grid();
    private final Button more =
            new Button(Words.text("requests.more"), VaadinIcon.ANGLE_DOWN.create());
    private final transient List<ConfigVersion> shown = new ArrayList<>();

    PublicationsView(
            DraftService drafts, VersionService versions, FleetService fleet, AccessGuard guard) {
        this.versions = versions;
        mayRollBack = guard.mayChangePlatform();
        addClassName("page");
        var draft = new DraftCard(drafts, true, this::load);
        if (!guard.maySeePlatform()) {
            add(draft);
            return;
        }
        var convergence = new ConvergenceCard(fleet);
        var top = new Div(draft, convergence);
        top.addClassName("split");
        setUpGrid();
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY);
        more.addClickListener(click -> page(shown.getLast().version()));
        add(top, new Card(Words.text("publications.history"), grid, new Div(more)));
        load();
        Refresh.every(PERIOD_MS, this, convergence::refresh);
    }

    private void setUpGrid() {
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        Columns.figure(grid, "fleet.version", it -> String.valueOf(it.version()));
        Columns.text(grid, "audit.at", it -> Figures.time(it.publishedAt()))
                .setFlexGrow(0)
                .setWidth("10.5rem");
        Columns.text(grid, "audit.actor", ConfigVersion::author).setFlexGrow(0).setWidth("8rem");
        Columns.part(
                grid,
                "publications.origin",
                it -> new Mark(Words.text("origin." + it.origin().text()), Tone.PLAIN));
        Columns.text(grid, "publications.comment", ConfigVersion::comment).setFlexGrow(3);
        Columns.mono(grid, "publications.sha", it -> it.sha256().substring(0, 12))
                .setFlexGrow(0)
                .setWidth("8rem");
        grid.addComponentColumn(this::actions).setFlexGrow(0).setAutoWidth(true);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.ROCKET,
                        Words.text("publications.empty"),
                        Words.text("publications.empty.next")));
    }

    private Component actions(ConfigVersion version) {
        var diff =
                new Button(
                        Words.text("publications.diff"),
                        click -> new DiffDialog(versions, version.version()).open());
        diff.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        diff.addClassName("diff-" + version.version());
        var actions = new Div(diff);
        actions.addClassName("actions");
        var isCurrent = !shown.isEmpty() && shown.getFirst().version() == version.version();
        if (mayRollBack && !isCurrent) {
            var back = new Button(Words.text("publications.rollBack"), click -> askBack(version));
            back.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
            back.addClassName("roll-back-" + version.version());
            actions.add(back);
        } else if (isCurrent) {
            actions.add(new Mark(Words.text("publications.current"), Tone.GOOD));
        }
        return actions;
    }

    /** Keys that would end are named before anything is done. */
    private void askBack(ConfigVersion version) {
        Notices.attempt(() -> {
            var ending = versions.planRollback(version.version()).revokes();
            var title = Words.text("publications.rollBack.title", number(version));
            var text = Words.text("publications.rollBack.text");
            if (ending.isEmpty()) {
                Question.ask(
                        title,
                        text,
                        Words.text("publications.rollBack"),
                        () -> back(version, false));
                return;
            }
            var named = String.join(", ", ending.stream().limit(MOST_NAMED).toList());
            var more = ending.size() > MOST_NAMED ? ", …" : "";
            Question.askDanger(
                    title,
                    text
                            + " "
                            + Words.text(
                                    "publications.rollBack.keys",
                                    String.valueOf(ending.size()),
                                    named + more),
                    Words.text("publications.rollBack.revoke"),
                    () -> back(version, true));
        });
    }

    private void back(ConfigVersion version, boolean revokeKeys) {
        Notices.attempt(() -> {
            var made = versions.rollback(version.version(), null, revokeKeys);
            Notices.done(Words.text("publications.published", String.valueOf(made)));
        });
        load();
    }

    private static String number(ConfigVersion version) {
        return String.valueOf(version.version());
    }

    private void load() {
        shown.clear();
        page(null);
    }

    private void page(@Nullable Long before) {
        Notices.attempt(() -> {
            var found = versions.list(before, PAGE);
            shown.addAll(found);
            more.setVisible(found.size() == PAGE);
        });
        grid.setItems(List.copyOf(shown));
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.publications");
    }
}
