package dev.sluice.admin.deliveries;

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
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.control.deliveries.Deliveries;
import dev.sluice.control.deliveries.Delivery;
import dev.sluice.control.security.AccessGuard;

/** Months on their way to their recipients. */
class DeliveriesTab extends Div {
    private static final int MOST = 500;

    private final transient Deliveries deliveries;
    private final transient AccessGuard guard;
    private final Grid<Delivery> grid = Columns.grid();

    DeliveriesTab(Deliveries deliveries, AccessGuard guard) {
        this.deliveries = deliveries;
        this.guard = guard;
        addClassName("tab-page");
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "deliveries.about", Delivery::about).setFlexGrow(2);
        Columns.text(grid, "word.tenant", it -> owner(it.tenant()));
        Columns.text(grid, "deliveries.kind", it -> Words.text("deliveries.kind." + it.kind()))
                .setWidth("7rem")
                .setFlexGrow(0);
        Columns.text(grid, "deliveries.address", Delivery::address).setFlexGrow(2);
        Columns.part(grid, "deliveries.state", DeliveriesTab::mark);
        Columns.figure(grid, "deliveries.tries", it -> Figures.count(it.tries()));
        Columns.text(grid, "deliveries.when", DeliveriesTab::when)
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "deliveries.fault", Delivery::lastFault).setFlexGrow(3);
        Columns.part(grid, "deliveries.retry", this::retry);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.ENVELOPE,
                        Words.text("deliveries.empty"),
                        Words.text("deliveries.empty.next")));
        var hint = new Span(Words.text("deliveries.hint"));
        hint.addClassName("hint");
        add(hint, grid);
        load();
    }

    /** Whose it is: a tenant's, or the installation's. */
    static String owner(String tenant) {
        return tenant.isEmpty() ? Words.text("deliveries.installation") : tenant;
    }

    private static Component mark(Delivery delivery) {
        var tone =
                switch (delivery.state()) {
                    case "delivered" -> Mark.Tone.GOOD;
                    case "failed" -> Mark.Tone.BAD;
                    default -> Mark.Tone.PLAIN;
                };
        return new Mark(Words.text("deliveries.state." + delivery.state()), tone);
    }

    private static String when(Delivery delivery) {
        var delivered = delivery.deliveredAt();
        return Figures.time(delivered == null ? delivery.dueAt() : delivered);
    }

    private Component retry(Delivery delivery) {
        var button = new Button(Words.text("deliveries.retry"), click -> tryAgain(delivery));
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.addClassName("retry-delivery");
        button.setVisible(
                !delivery.state().equals("delivered")
                        && (guard.mayKeepBooks() || guard.mayChange(delivery.tenant())));
        return button;
    }

    private void tryAgain(Delivery delivery) {
        Notices.attempt(() -> deliveries.retry(delivery.id()));
        load();
    }

    private void load() {
        Notices.attempt(() -> grid.setItems(deliveries.find(null, null, null, MOST)));
        grid.recalculateColumnWidths();
    }
}
