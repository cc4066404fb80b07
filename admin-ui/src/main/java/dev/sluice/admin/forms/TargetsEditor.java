package dev.sluice.admin.forms;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Words;
import dev.sluice.model.route.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The targets of an alias as rows of model, weight and priority. */
public class TargetsEditor extends Div {
    private record Row(ComboBox<String> model, NumberText weight, NumberText priority) {
        @Nullable Target target() {
            return model.getValue() == null
                    ? null
                    : new Target(model.getValue(), number(weight), number(priority));
        }

        private static @Nullable Integer number(NumberText field) {
            var count = field.count();
            return count == null ? null : Integer.valueOf(Math.toIntExact(count));
        }
    }

    private final List<String> models;
    private final List<Row> rows = new ArrayList<>();
    private final Div list = new Div();

    public TargetsEditor(List<Target> targets, List<String> models) {
        this.models = models;
        addClassName("stack");
        list.addClassName("stack");
        var title = new Span(Words.text("form.targets"));
        title.addClassName("field-title");
        var more =
                new Button(
                        Words.text("form.addTarget"),
                        VaadinIcon.PLUS.create(),
                        click -> append(null));
        more.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        add(title, list, new Div(more));
        targets.forEach(this::append);
        if (targets.isEmpty()) {
            append(null);
        }
    }

    private void append(@Nullable Target target) {
        var model = new ComboBox<String>();
        model.setItems(models);
        model.setPlaceholder(Words.text("form.target.model"));
        var weight = number("form.target.weight", target == null ? null : target.weight());
        var priority = number("form.target.priority", target == null ? null : target.priority());
        if (target != null) {
            model.setValue(target.model());
        }
        var row = new Row(model, weight, priority);
        var line = new Div(model, weight, priority);
        line.addClassName("target-row");
        var remove = new Button(VaadinIcon.TRASH.create());
        remove.setAriaLabel(Words.text("action.remove"));
        remove.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        remove.addClickListener(click -> {
            rows.remove(row);
            list.remove(line);
        });
        line.add(remove);
        rows.add(row);
        list.add(line);
    }

    private static NumberText number(String key, @Nullable Integer value) {
        var field = NumberText.whole("", value == null ? null : Long.valueOf(value));
        field.setPlaceholder(Words.text(key));
        field.setAriaLabel(Words.text(key));
        return field;
    }

    /** The targets in the order of their rows; rows without a model are left out. */
    public List<Target> targets() {
        var targets = new ArrayList<Target>();
        for (var row : rows) {
            var target = row.target();
            if (target != null) {
                targets.add(target);
            }
        }
        return targets;
    }
}
