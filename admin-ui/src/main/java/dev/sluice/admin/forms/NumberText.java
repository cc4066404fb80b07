package dev.sluice.admin.forms;

import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A field for a number; empty means that there is none. */
public class NumberText extends TextField {
    private final boolean whole;

    private NumberText(String label, boolean whole) {
        super(label);
        this.whole = whole;
        // Letters cannot be typed; what is left out silently of "1.5" would make it 15.
        setAllowedCharPattern("[0-9.,]");
        addClassName("figure");
        setClearButtonVisible(false);
    }

    /** For a whole number. */
    public static NumberText whole(String label, @Nullable Long value) {
        var field = new NumberText(label, true);
        field.setValue(value == null ? "" : value.toString());
        return field;
    }

    /** For an amount with decimals. */
    public static NumberText decimal(String label, @Nullable BigDecimal value) {
        var field = new NumberText(label, false);
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
            setInvalid(true);
            throw new IllegalArgumentException(Words.text("form.missing", subject()));
        }
        return amount;
    }

    private IllegalArgumentException fault() {
        setInvalid(true);
        return new IllegalArgumentException(
                Words.text(whole ? "form.notWhole" : "form.notDecimal", subject(), getValue()));
    }

    /** What the field is for: its label, or in a row without labels its placeholder. */
    private String subject() {
        return getLabel() == null || getLabel().isEmpty() ? getPlaceholder() : getLabel();
    }
}
