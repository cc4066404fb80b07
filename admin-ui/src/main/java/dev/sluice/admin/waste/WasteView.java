package dev.sluice.admin.waste;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.dom.Style;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.control.reports.waste.WasteReport.Item;
import dev.sluice.control.reports.waste.WasteReports;
import dev.sluice.model.money.Money;
import jakarta.annotation.security.PermitAll;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A month's waste, the dearest first, and what to do about it. */
@Route("waste")
@PermitAll
class WasteView extends Div implements HasDynamicTitle {
    private static final int MONTHS = 13;

    private final transient WasteReports reports;
    private final Select<YearMonth> month = new Select<>();
    private final Grid<Item> grid = Columns.grid();

    WasteView(WasteReports reports, Clock clock) {
        this.reports = reports;
        addClassNames("page", "page-tall");
        var current = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        month.setLabel(Words.text("reports.month"));
        month.setItems(Stream.iterate(current, it -> it.minusMonths(1)).limit(MONTHS).toList());
        month.setValue(current);
        month.addValueChangeListener(change -> load());
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "waste.kind", it -> Words.text("waste.kind." + it.kind().text()));
        Columns.text(grid, "requests.caller", it -> it.tenant() + "/" + it.app());
        Columns.text(grid, "word.alias", Item::alias).setWidth("6rem").setFlexGrow(0);
        Columns.text(grid, "word.model", Item::model).setWidth("7rem").setFlexGrow(0);
        Columns.figure(grid, "waste.calls", it -> Figures.count(it.calls()));
        Columns.figure(grid, "waste.tokens", it -> Figures.count(it.tokens()));
        Columns.figure(grid, "word.cost", it -> money(it.cost(), it.currency()));
        Columns.figure(
                grid,
                "receipt.providerCost",
                it -> money(it.providerCost(), it.providerCurrency()));
        Columns.part(grid, "waste.advice", WasteView::advice)
                .setAutoWidth(false)
                .setWidth("20rem")
                .setFlexGrow(3);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.CHECK_CIRCLE,
                        Words.text("waste.empty"),
                        Words.text("waste.empty.next")));
        var bar = new Div(month);
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("waste.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid);
        load();
    }

    /** Whole sentences, on as many lines as they take. */
    private static Component advice(Item item) {
        var advice = new Span(Words.text("waste.advice." + item.kind().text()));
        advice.getStyle().setWhiteSpace(Style.WhiteSpace.NORMAL);
        return advice;
    }

    private static String money(@Nullable Money amount, String currency) {
        return amount == null ? Figures.NONE : Figures.money(amount, currency);
    }

    private void load() {
        Notices.attempt(() -> grid.setItems(reports.of(month.getValue(), null).items()));
        grid.recalculateColumnWidths();
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.waste");
    }
}
