package dev.sluice.admin.reconciliation;

import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.MomentPicker;
import dev.sluice.control.tokendrift.TokenDrift.Model;
import dev.sluice.control.tokendrift.TokenDrift.Side;
import dev.sluice.control.tokendrift.TokenDrifts;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The gateway's own count of tokens against the upstreams'. */
class DriftTab extends Div {
    private static final int DAYS = 7;

    DriftTab(TokenDrifts drifts, Clock clock) {
        addClassName("tab-page");
        var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        var from = MomentPicker.day(Words.text("bills.from"));
        var to = MomentPicker.day(Words.text("bills.to"));
        from.setValue(today.minusDays(DAYS - 1L));
        to.setValue(today);
        var grid = grid();
        Runnable load =
                () ->
                        Notices.attempt(() -> {
                            grid.setItems(drifts.of(from.getValue(), to.getValue()).models());
                            grid.recalculateColumnWidths();
                        });
        from.addValueChangeListener(change -> load.run());
        to.addValueChangeListener(change -> load.run());
        var bar = new Div(from, to);
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("drift.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid);
        load.run();
    }

    private static Grid<Model> grid() {
        Grid<Model> grid = Columns.grid();
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "word.model", Model::model);
        Columns.text(grid, "word.upstream", Model::upstream);
        Columns.figure(grid, "drift.attempts", it -> Figures.count(it.attempts()));
        Columns.figure(grid, "drift.reported", it -> Figures.count(it.reported()));
        Columns.figure(grid, "drift.input.share", it -> of(it.input(), Side::share));
        Columns.figure(grid, "drift.input.p50", it -> of(it.input(), Side::p50));
        Columns.figure(grid, "drift.input.p95", it -> of(it.input(), Side::p95));
        Columns.figure(grid, "drift.input.margin", it -> margin(it.input()));
        Columns.figure(grid, "drift.output.share", it -> of(it.output(), Side::share));
        Columns.figure(grid, "drift.output.p50", it -> of(it.output(), Side::p50));
        Columns.figure(grid, "drift.output.p95", it -> of(it.output(), Side::p95));
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.SCALE,
                        Words.text("drift.empty"),
                        Words.text("drift.empty.next")));
        return grid;
    }

    private static String of(@Nullable Side side, Function<Side, BigDecimal> figure) {
        return side == null
                ? Figures.NONE
                : figure.apply(side).movePointRight(2).toPlainString() + " %";
    }

    private static String margin(@Nullable Side side) {
        return side == null ? Figures.NONE : "+" + side.suggestedMarginPercent() + " %";
    }
}
