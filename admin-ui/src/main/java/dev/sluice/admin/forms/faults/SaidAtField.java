package dev.sluice.admin.forms.faults;

import com.vaadin.flow.component.HasValidation;

/** A form has faults, and each is said at its field already. */
public final class SaidAtField extends IllegalArgumentException {
    private SaidAtField(String message) {
        super(message);
    }

    /** Says it at the field; to be thrown. */
    public static SaidAtField of(HasValidation field, String message) {
        field.setErrorMessage(message);
        field.setInvalid(true);
        return new SaidAtField(message);
    }
}
