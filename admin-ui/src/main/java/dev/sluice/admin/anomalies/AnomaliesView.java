package dev.sluice.admin.anomalies;

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
import dev.sluice.control.anomalies.Anomalies;
import dev.sluice.control.anomalies.Anomaly;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.PermitAll;

/** Hours far from an app's habit, the latest first, until somebody acknowledges them. */
@Route("anomalies")
@PermitAll
class AnomaliesView extends Div implements HasDynamicTitle {
    private static final int MOST = 500;

    private final transient Anomalies anomalies;
    private final transient AccessGuard guard;
    private final Checkbox openOnly = new Checkbox(Words.text("anomalies.open"), true);
    private final Grid<Anomaly> grid = Columns.grid();

    AnomaliesView(Anomalies anomalies, AccessGuard guard) {
        this.anomalies = anomalies;
        this.guard = guard;
        addClassNames("page", "page-tall");
        openOnly.addValueChangeListener(change -> load());
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "anomalies.hour", it -> Figures.time(it.hour()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "requests.caller", it -> it.tenant() + "/" + it.app());
        Columns.part(grid, "anomalies.metric", AnomaliesView::mark);
        Columns.figure(grid, "anomalies.value", it -> figure(it, it.value()));
        Columns.figure(grid, "anomalies.usual", it -> figure(it, it.usual()));
        Columns.figure(grid, "reports.requests", it -> Figures.count(it.calls()));
        Columns.part(grid, "anomalies.state", this::state);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.CHECK_CIRCLE,
                        Words.text("anomalies.empty"),
                        Words.text("anomalies.empty.next")));
        var bar = new Div(openOnly);
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("anomalies.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid);
        load();
    }

    private static Component mark(Anomaly found) {
        var isAbove = found.direction().equals("above");
        return new Mark(
                Words.text("anomalies.metric." + found.metric().text()) + (isAbove ? " ↑" : " ↓"),
                isAbove ? Mark.Tone.BAD : Mark.Tone.WARNING);
    }

    private static String figure(Anomaly found, double value) {
        return switch (found.metric()) {
            case SPEND -> found.currency() + " " + Figures.brief(value);
            case TOKENS, OUTPUT_RATIO -> Figures.brief(value);
            case FIRST_TOKEN_MS -> Figures.millis(Math.round(value));
            case ERROR_RATE -> Figures.percent(value);
        };
    }

    private Component state(Anomaly found) {
        if (found.acknowledgedAt() != null) {
            return new Span(Words.text("anomalies.seenBy", String.valueOf(found.acknowledgedBy())));
        }
        if (!guard.mayKeepBooks() && !guard.mayChange(found.tenant())) {
            return new Span(Words.text("anomalies.waits"));
        }
        var button = new Button(Words.text("anomalies.acknowledge"), click -> acknowledge(found));
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        return button;
    }

    private void acknowledge(Anomaly found) {
        Notices.attempt(() -> anomalies.acknowledge(found.id()));
        load();
    }

    private void load() {
        Notices.attempt(() -> grid.setItems(anomalies.find(null, null, openOnly.getValue(), MOST)));
        grid.recalculateColumnWidths();
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.anomalies");
    }
}
