package dev.sluice.admin.forms;

import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.faults.SaidAtField;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A field for a number; empty means that there is none. */
public class NumberText extends TextField {
    private static final String UNSIGNED = "[0-9.,]";
    private static final String SIGNED = "[-0-9.,]";

    private final boolean whole;

    private NumberText(String label, boolean whole, String typed) {
        super(label);
        this.whole = whole;
        // Letters cannot be typed; what is left out silently of "1.5" would make it 15.
        setAllowedCharPattern(typed);
        addClassName("figure");
        setClearButtonVisible(false);
    }

    /** For a whole number. */
    public static NumberText whole(String label, @Nullable Long value) {
        var field = new NumberText(label, true, UNSIGNED);
        field.setValue(value == null ? "" : value.toString());
        return field;
    }

    /** For an amount with decimals. */
    public static NumberText decimal(String label, @Nullable BigDecimal value) {
        var field = new NumberText(label, false, UNSIGNED);
        field.setValue(value == null ? "" : value.toPlainString());
        return field;
    }

    /** For an amount that may be below zero. */
    public static NumberText signed(String label, @Nullable BigDecimal value) {
        var field = new NumberText(label, false, SIGNED);
        field.setValue(value == null ? "" : value.toPlainString());
        return field;
    }

    /** In a row without labels: the text of this key stands in the empty field. */
    NumberText named(String key) {
        setPlaceholder(Words.text(key));
        setAriaLabel(Words.text(key));
        return this;
    }

    public NumberText withPlaceholder(String text) {
        setPlaceholder(text);
        return this;
    }

    /** The whole number, if there is one. */
    public @Nullable Long count() {
        var amount = amount();
        try {
            return amount == null ? null : Long.valueOf(amount.longValueExact());
        } catch (ArithmeticException tooLarge) {
            throw fault();
        }
    }

    /** The amount, if there is one. */
    public @Nullable BigDecimal amount() {
        var text = getValue().strip();
        if (text.isEmpty()) {
            return null;
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException notANumber) {
            throw fault();
        }
    }

    /** The amount; a fault where there is none. */
    public BigDecimal requiredAmount() {
        var amount = amount();
        if (amount == null) {
            throw fault(Words.text("form.missing", subject()));
        }
        return amount;
    }

    private IllegalArgumentException fault() {
        return fault(
                Words.text(whole ? "form.notWhole" : "form.notDecimal", subject(), getValue()));
    }

    /** In a row without labels there is no room for words at the field. */
    private IllegalArgumentException fault(String message) {
        if (isLabelled()) {
            return SaidAtField.of(this, message);
        }
        setInvalid(true);
        return new IllegalArgumentException(message);
    }

    private boolean isLabelled() {
        return getLabel() != null && !getLabel().isEmpty();
    }

    /** What the field is for: its label, or in a row without labels its placeholder. */
    private String subject() {
        return isLabelled() ? getLabel() : getPlaceholder();
    }
}
