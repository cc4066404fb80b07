package dev.sluice.admin.forms.faults;

import com.vaadin.flow.component.HasLabel;
import com.vaadin.flow.component.HasValidation;
import com.vaadin.flow.component.HasValue;
import dev.sluice.admin.components.Words;
import dev.sluice.model.id.Name;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a form, so that all of it is said at once. */
public final class FieldFaults {
    private @Nullable SaidAtField first;

    /** The field's own fault; of several the first is said. */
    public FieldFaults when(boolean isWrong, HasValidation field, String message) {
        if (isWrong && !field.isInvalid()) {
            var said = SaidAtField.of(field, message);
            first = first == null ? said : first;
        }
        return this;
    }

    /** Faults where nothing was chosen or written. */
    public <F extends HasValue<?, ?> & HasValidation & HasLabel> FieldFaults missing(F field) {
        var isBlank =
                field.isEmpty() || (field.getValue() instanceof String text && text.isBlank());
        return when(isBlank, field, Words.text("form.missing", field.getLabel()));
    }

    /** Faults where the text is no name of a tenant, app, key, upstream or secret. */
    public <F extends HasValue<?, String> & HasValidation & HasLabel> FieldFaults name(F field) {
        return missing(field)
                .when(
                        !Name.isSegment(field.getValue().strip()),
                        field,
                        Words.text("form.name.rule"));
    }

    /** Faults where the text is no name of a model or alias. */
    public <F extends HasValue<?, String> & HasValidation & HasLabel> FieldFaults modelName(
            F field) {
        return missing(field)
                .when(
                        !Name.isModelName(field.getValue().strip()),
                        field,
                        Words.text("form.modelName.rule"));
    }

    /** Takes the fault that reading a field fails with. */
    public FieldFaults in(Runnable reading) {
        try {
            reading.run();
        } catch (SaidAtField said) {
            first = first == null ? said : first;
        }
        return this;
    }

    /** Fails if anything was wrong. */
    public void raise() {
        if (first != null) {
            throw first;
        }
    }
}
