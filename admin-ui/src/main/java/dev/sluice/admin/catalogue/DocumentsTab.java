package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Question;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.Origins;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.model.snapshot.DocumentKind;
import org.jspecify.annotations.Nullable;

/** A table of one kind of document; a click edits, or shows what a file manages. */
abstract class DocumentsTab extends Div {
    private final transient Documents documents;
    private final DocumentKind kind;
    private final boolean mayChange;
    private final Grid<ShownDocument> grid = Columns.grid();
    private transient Runnable changed = () -> {};

    DocumentsTab(Documents documents, DocumentKind kind, boolean mayChange) {
        this.documents = documents;
        this.kind = kind;
        this.mayChange = mayChange;
        addClassName("stack");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        addColumns(grid);
        Columns.part(grid, "catalogue.managed", Origins::marks);
        if (mayChange) {
            grid.addComponentColumn(this::actions).setFlexGrow(0).setWidth("6rem");
        }
        grid.addItemClickListener(click -> open(click.getItem()));
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.CUBES,
                        Words.text("catalogue.empty." + kind.text()),
                        Words.text("catalogue.empty.next")));
        if (mayChange) {
            var fresh =
                    new Button(
                            Words.text("catalogue.add." + kind.text()),
                            VaadinIcon.PLUS.create(),
                            click -> edit(null));
            fresh.setId("add-" + kind.text());
            fresh.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
            add(new Div(fresh));
        }
        add(grid);
        refresh();
    }

    abstract void addColumns(Grid<ShownDocument> table);

    /** Opens the form, for a new document where none is given. */
    abstract void edit(@Nullable ShownDocument document);

    Documents documents() {
        return documents;
    }

    void onChange(Runnable listener) {
        changed = listener;
    }

    final void refresh() {
        Notices.attempt(() -> grid.setItems(documents.list(kind)));
    }

    /** After a form was saved to the draft. */
    void saved() {
        Notices.done(Words.text("draft.saved"));
        refresh();
        changed.run();
    }

    private void open(ShownDocument document) {
        if (document.isFromFile() || !mayChange) {
            new DocumentDialog(document).open();
        } else {
            edit(document);
        }
    }

    private Div actions(ShownDocument document) {
        var actions = new Div();
        actions.addClassName("actions");
        if (!document.isFromFile()) {
            actions.add(
                    action(VaadinIcon.EDIT, "action.edit", () -> edit(document)),
                    action(VaadinIcon.TRASH, "action.remove", () -> askRemoval(document)));
        }
        return actions;
    }

    private static Button action(VaadinIcon icon, String key, Runnable run) {
        var button = new Button(icon.create(), click -> run.run());
        button.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        button.setTooltipText(Words.text(key));
        button.setAriaLabel(Words.text(key));
        return button;
    }

    private void askRemoval(ShownDocument document) {
        Question.askDanger(
                Words.text("catalogue.remove.title", document.path()),
                Words.text("catalogue.remove.text"),
                Words.text("action.remove"),
                () -> {
                    if (Notices.attempt(() -> documents.draftRemoval(document))) {
                        saved();
                    }
                });
    }
}
