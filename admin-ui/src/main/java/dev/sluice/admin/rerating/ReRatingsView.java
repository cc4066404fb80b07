package dev.sluice.admin.rerating;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.control.history.VersionService;
import dev.sluice.control.rerating.ReRating;
import dev.sluice.control.rerating.ReRatingService;
import dev.sluice.control.web.Refusal;
import jakarta.annotation.security.RolesAllowed;
import java.time.Clock;

/** What-ifs that were made, the newest first; those who keep the books make and approve them. */
@Route("re-ratings")
@RolesAllowed({"PLATFORM_ADMIN", "FINANCE"})
class ReRatingsView extends Div implements HasDynamicTitle {
    private static final String APPROVED = "approved";

    private final transient ReRatingService reRatings;
    private final transient VersionService versions;
    private final transient Documents documents;
    private final transient Clock clock;
    private final Grid<ReRating> grid = Columns.grid();

    ReRatingsView(
            ReRatingService reRatings, VersionService versions, Documents documents, Clock clock) {
        this.reRatings = reRatings;
        this.versions = versions;
        this.documents = documents;
        this.clock = clock;
        addClassNames("page", "page-tall");
        addColumns();
        var propose =
                new Button(
                        Words.text("reRatings.add"),
                        VaadinIcon.PLUS.create(),
                        click -> Notices.attempt(this::propose));
        propose.setId("add-re-rating");
        propose.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        var hint = new Span(Words.text("reRatings.hint"));
        hint.addClassNames("hint", "grow");
        var bar = new Div(hint, propose);
        bar.addClassName("toolbar");
        add(bar, grid);
        load();
    }

    private void addColumns() {
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "adjustments.madeAt", it -> Figures.time(it.madeAt()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.part(grid, "reRatings.state", ReRatingsView::state);
        Columns.text(grid, "word.model", ReRating::model);
        Columns.text(
                grid,
                "word.tenant",
                it -> it.tenant() == null ? Words.text("nav.everyTenant") : it.tenant());
        Columns.text(grid, "reRatings.from", it -> Figures.time(it.from()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "reRatings.to", it -> Figures.time(it.to()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.figure(grid, "reRatings.calls", it -> Figures.count(it.calls()));
        Columns.figure(grid, "reRatings.difference", ReRatingWords::difference);
        Columns.text(grid, "adjustments.reason", ReRating::reason).setFlexGrow(3);
        Columns.part(grid, "reRatings.open", this::opener).setHeader("");
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.REFRESH,
                        Words.text("reRatings.empty"),
                        Words.text("reRatings.empty.next")));
    }

    static Mark state(ReRating made) {
        return new Mark(
                Words.text("reRatings.state." + made.state()),
                made.state().equals(APPROVED) ? Mark.Tone.GOOD : Mark.Tone.WARNING);
    }

    private Component opener(ReRating made) {
        var button =
                new Button(
                        Words.text("reRatings.open"),
                        click -> Notices.attempt(() -> show(reRatings.find(made.id()))));
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.addClassName("open-re-rating");
        return button;
    }

    private void propose() {
        new ReRatingForms(reRatings, versions, documents, clock)
                .dialog(made -> {
                    load();
                    show(made);
                })
                .open();
    }

    private void show(ReRating made) {
        new ReRatingDialog(
                        made,
                        () -> {
                            approve(made);
                            Notices.done(Words.text("reRatings.approved"));
                            load();
                        })
                .open();
    }

    private void approve(ReRating made) {
        try {
            reRatings.approve(made.id());
        } catch (Refusal refusal) {
            throw refusal.error().error().code().equals("outdated")
                    ? new IllegalArgumentException(Words.text("reRatings.outdated"))
                    : refusal;
        }
    }

    private void load() {
        Notices.attempt(() -> grid.setItems(reRatings.list()));
        grid.recalculateColumnWidths();
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.reRatings");
    }
}
