package dev.sluice.admin.periods;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.checkbox.Checkbox;
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
import dev.sluice.admin.documents.TenantChoice;
import dev.sluice.control.periods.PeriodView;
import dev.sluice.control.periods.Periods;
import dev.sluice.control.reports.monthly.MonthlyFiles;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Optional;

/** Each tenant's months: what is open, what stands in the way of a close, what is closed. */
@Route("periods")
@PermitAll
class PeriodsView extends Div implements HasDynamicTitle {
    private static final String CLOSED = "closed";
    private static final String OVER = "over";

    private final transient Periods periods;
    private final transient MonthlyFiles files;
    private final boolean mayClose;
    private final TenantChoice tenant;
    private final Checkbox openOnly = new Checkbox(Words.text("periods.openOnly"));
    private final Grid<PeriodView> grid = Columns.grid();
    private transient List<PeriodView> known = List.of();

    PeriodsView(Periods periods, MonthlyFiles files, Documents documents, AccessGuard guard) {
        this.periods = periods;
        this.files = files;
        mayClose = guard.mayKeepBooks();
        tenant = new TenantChoice(documents, guard, this::load);
        addClassNames("page", "page-tall");
        openOnly.setId("open-only");
        openOnly.addValueChangeListener(change -> load());
        addColumns();
        var bar = new Div(tenant, openOnly);
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("periods.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid);
        load();
    }

    private void addColumns() {
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "reports.month", it -> it.month().toString())
                .setWidth("6rem")
                .setFlexGrow(0);
        Columns.text(grid, "word.tenant", PeriodView::tenant);
        Columns.part(grid, "periods.state", PeriodsView::state);
        Columns.text(grid, "periods.begins", it -> Figures.time(it.begins()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "periods.ends", it -> Figures.time(it.ends()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.part(grid, "periods.next", this::next).setAutoWidth(false).setFlexGrow(3);
        Columns.part(grid, "periods.statement", this::actions);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.CALENDAR,
                        Words.text("periods.empty"),
                        Words.text("periods.empty.next")));
    }

    private static Component state(PeriodView period) {
        var tone =
                switch (period.state()) {
                    case CLOSED -> Mark.Tone.GOOD;
                    case OVER -> Mark.Tone.WARNING;
                    default -> Mark.Tone.PLAIN;
                };
        return new Mark(Words.text("periods.state." + period.state()), tone);
    }

    /** Who closed it, else what stands in the way. */
    private Component next(PeriodView period) {
        if (period.state().equals(CLOSED)) {
            return wrapped(
                    Words.text(
                            "periods.closedBy",
                            Figures.time(period.closedAt()),
                            StatementWords.closer(period.closedBy())));
        }
        return wrapped(obstacle(period).orElseGet(() -> Words.text("periods.ready")));
    }

    private static Span wrapped(String text) {
        var span = new Span(text);
        span.addClassName("wrapped");
        return span;
    }

    private Optional<String> obstacle(PeriodView period) {
        if (!period.state().equals(OVER)) {
            return Optional.of(Words.text("periods.runs", Figures.time(period.ends())));
        }
        return known.stream()
                .filter(it -> it.tenant().equals(period.tenant()))
                .filter(it -> !it.state().equals(CLOSED))
                .filter(it -> it.month().isBefore(period.month()))
                .reduce((newer, older) -> older)
                .map(earlier -> Words.text("periods.earlier", earlier.month().toString()));
    }

    private Component actions(PeriodView period) {
        var statement =
                small(
                        period.state().equals(CLOSED)
                                ? "periods.statement"
                                : "periods.statement.sofar",
                        "statement-of-" + period.month(),
                        () -> show(period));
        var actions = new Div(statement);
        actions.addClassName("actions");
        if (mayClose && !period.state().equals(CLOSED) && obstacle(period).isEmpty()) {
            actions.add(
                    small(
                            "periods.close",
                            "close-" + period.month(),
                            () -> Notices.attempt(() -> ask(period))));
        }
        return actions;
    }

    private static Button small(String key, String name, Runnable action) {
        var button = new Button(Words.text(key), click -> action.run());
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.addClassName(name);
        return button;
    }

    private void show(PeriodView period) {
        Notices.attempt(() -> {
            var closed = periods.closed(period.tenant(), period.month());
            var statement =
                    closed.isPresent()
                            ? closed.get().statement()
                            : periods.statement(period.tenant(), period.month());
            new StatementDialog(statement, closed.orElse(null), files).open();
        });
    }

    private void ask(PeriodView period) {
        new CloseDialog(
                        periods.statement(period.tenant(), period.month()),
                        () -> {
                            var closed = periods.close(period.tenant(), period.month());
                            Notices.done(
                                    Words.text(
                                            "periods.closed",
                                            closed.month().toString(),
                                            closed.tenant()));
                            load();
                        })
                .open();
    }

    private void load() {
        Notices.attempt(() -> {
            known = periods.list(tenant.chosen());
            tenant.offer(known.stream().map(PeriodView::tenant).toList());
        });
        grid.setItems(
                known.stream()
                        .filter(it -> !openOnly.getValue() || !it.state().equals(CLOSED))
                        .toList());
        grid.recalculateColumnWidths();
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.periods");
    }
}
