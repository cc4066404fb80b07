package dev.sluice.admin.forms;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A list that is edited row by row, each with a button that takes it away. */
public class RowList<R extends Div> extends Div {
    private final List<R> rows = new ArrayList<>();
    private final Div list = new Div();
    private final Button more;

    /**
     * @param titleKey of the text above
     * @param addKey of the text on the button that adds a row
     * @param fresh an empty row
     */
    public RowList(String titleKey, String addKey, Supplier<R> fresh) {
        addClassName("stack");
        list.addClassName("stack");
        var title = new Span(Words.text(titleKey));
        title.addClassName("field-title");
        more =
                new Button(
                        Words.text(addKey), VaadinIcon.PLUS.create(), click -> append(fresh.get()));
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        add(title, list, new Div(more));
    }

    public RowList<R> withAddId(String id) {
        more.setId(id);
        return this;
    }

    public final void append(R row) {
        var remove = new Button(VaadinIcon.TRASH.create());
        remove.setAriaLabel(Words.text("action.remove"));
        remove.addClassName("row-remove");
        remove.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        remove.addClickListener(click -> {
            rows.remove(row);
            list.remove(row);
        });
        row.add(remove);
        rows.add(row);
        list.add(row);
    }

    public List<R> rows() {
        return List.copyOf(rows);
    }

    void clear() {
        rows.clear();
        list.removeAll();
    }
}
