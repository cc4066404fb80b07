package dev.sluice.admin.forms;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.html.Div;
import dev.sluice.admin.components.Words;
import dev.sluice.model.route.Target;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The targets of an alias as rows of model, weight and priority. */
public class TargetsEditor extends Div {
    private final RowList<TargetRow> rows;

    public TargetsEditor(List<Target> targets, List<String> models) {
        rows = new RowList<>("form.targets", "form.addTarget", () -> new TargetRow(null, models));
        add(rows);
        targets.forEach(target -> rows.append(new TargetRow(target, models)));
        if (targets.isEmpty()) {
            rows.append(new TargetRow(null, models));
        }
    }

    /** The targets in the order of their rows; rows without a model are left out. */
    public List<Target> targets() {
        return rows.rows().stream().map(TargetRow::target).filter(Objects::nonNull).toList();
    }

    private static class TargetRow extends Div {
        private final ComboBox<String> model = new ComboBox<>();
        private final NumberText weight;
        private final NumberText priority;

        TargetRow(@Nullable Target target, List<String> models) {
            addClassName("target-row");
            model.setItems(models);
            model.setPlaceholder(Words.text("form.target.model"));
            weight = number("form.target.weight", target == null ? null : target.weight());
            priority = number("form.target.priority", target == null ? null : target.priority());
            if (target != null) {
                model.setValue(target.model());
            }
            add(model, weight, priority);
        }

        private static NumberText number(String key, @Nullable Integer value) {
            return NumberText.whole("", value == null ? null : Long.valueOf(value)).named(key);
        }

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
}
