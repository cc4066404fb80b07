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
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import dev.sluice.control.reconciliation.BillView;
import dev.sluice.control.reconciliation.ReconciliationService;
import dev.sluice.control.security.AccessGuard;

/** Every file that was brought in, the newest first; one that should not have come in goes back. */
class FilesTab extends Div implements FreshTab {
    private final transient ReconciliationService service;
    private final Grid<BillView> grid = Columns.grid();

    FilesTab(ReconciliationService service, AccessGuard guard) {
        this.service = service;
        addClassName("tab-page");
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "files.broughtIn", it -> Figures.time(it.madeAt()))
                .setWidth("10.5rem")
                .setFlexGrow(0);
        Columns.text(grid, "adjustments.madeBy", BillView::madeBy).setWidth("7rem").setFlexGrow(0);
        Columns.text(grid, "word.upstream", BillView::upstream);
        Columns.text(grid, "bills.format", it -> Words.text("bills.format." + it.format()));
        Columns.figure(grid, "files.days", it -> it.firstDay() + " – " + it.lastDay());
        Columns.figure(grid, "files.version", it -> Figures.count(it.version()));
        Columns.figure(grid, "files.lines", it -> Figures.count(it.lines()));
        Columns.part(grid, "bills.state", FilesTab::state);
        if (guard.mayKeepBooks()) {
            Columns.part(grid, "files.remove", this::remover).setHeader("");
        }
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.FILE_TEXT_O,
                        Words.text("files.empty"),
                        Words.text("bills.empty.next")));
        var hint = new Span(Words.text("files.hint"));
        hint.addClassName("hint");
        add(hint, grid);
        load();
    }

    private static Component state(BillView bill) {
        return bill.isReplaced()
                ? new Mark(Words.text("files.replaced"), Mark.Tone.PLAIN)
                : new Mark(Words.text("files.counts"), Mark.Tone.GOOD);
    }

    private Component remover(BillView bill) {
        var button =
                new Button(
                        Words.text("files.remove"),
                        click ->
                                Question.askDanger(
                                        Words.text("files.remove.title"),
                                        Words.text(
                                                "files.remove.text",
                                                bill.upstream(),
                                                bill.firstDay().toString(),
                                                bill.lastDay().toString()),
                                        Words.text("files.remove"),
                                        () -> remove(bill)));
        button.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_TERTIARY);
        button.addClassName("remove-bill");
        return button;
    }

    private void remove(BillView bill) {
        Notices.attempt(() -> {
            service.remove(bill.id());
            Notices.done(Words.text("files.removed"));
        });
        load();
    }

    @Override
    public final void load() {
        Notices.attempt(() -> grid.setItems(service.bills(null)));
        grid.recalculateColumnWidths();
    }
}
