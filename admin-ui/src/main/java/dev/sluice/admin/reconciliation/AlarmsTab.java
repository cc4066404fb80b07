package dev.sluice.admin.reconciliation;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.control.reconciliation.Alarms.Alarm;
import dev.sluice.control.reconciliation.ReconciliationService;
import dev.sluice.model.money.Money;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Differences beyond the threshold, as they were when the bill came in. */
class AlarmsTab extends Div implements FreshTab {
    private final transient ReconciliationService service;
    private final transient Consumer<Alarm> open;
    private final Grid<Alarm> grid = Columns.grid();

    AlarmsTab(ReconciliationService service, Consumer<Alarm> open) {
        this.service = service;
        this.open = open;
        addClassName("tab-page");
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "alarms.raised", it -> Figures.time(it.raisedAt()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "word.upstream", Alarm::upstream);
        Columns.figure(grid, "bills.day", it -> it.day().toString());
        Columns.text(grid, "word.model", it -> it.model().isEmpty() ? null : it.model());
        Columns.figure(grid, "bills.tokens.ours", it -> Figures.count(it.oursTokens()));
        Columns.figure(grid, "bills.tokens.theirs", it -> Figures.count(it.theirsTokens()));
        Columns.figure(grid, "bills.cost.ours", it -> money(it, it.ours()));
        Columns.figure(grid, "bills.cost.theirs", it -> money(it, it.theirs()));
        Columns.part(grid, "alarms.show", this::opener).setHeader("");
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.CHECK_CIRCLE,
                        Words.text("alarms.empty"),
                        Words.text("alarms.empty.next")));
        var hint = new Span(Words.text("alarms.hint"));
        hint.addClassName("hint");
        add(hint, grid);
        load();
    }

    @Override
    public final void load() {
        Notices.attempt(() -> grid.setItems(service.alarms(null)));
        grid.recalculateColumnWidths();
    }

    private static String money(Alarm alarm, @Nullable Money amount) {
        return amount == null || alarm.currency() == null
                ? Figures.NONE
                : Figures.money(amount, alarm.currency());
    }

    private Component opener(Alarm alarm) {
        var button = new Button(Words.text("alarms.show"), click -> open.accept(alarm));
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.addClassName("show-alarm");
        return button;
    }
}
