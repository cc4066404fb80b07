package dev.sluice.admin.components;

import com.vaadin.flow.component.html.Div;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** How much of a limit is spent and how much is held for calls under way. */
public class AmountBar extends Div {
    private static final BigDecimal FULL = BigDecimal.valueOf(100);
    private static final int HIGH_PERCENT = 80;

    public AmountBar(BigDecimal spent, BigDecimal held, BigDecimal limit) {
        addClassName("bar");
        var spentPercent = percent(spent, limit);
        var heldPercent = percent(held, limit).min(FULL.subtract(spentPercent));
        if (spentPercent.compareTo(FULL) >= 0) {
            addClassName("bar-full");
        } else if (spentPercent.intValue() >= HIGH_PERCENT) {
            addClassName("bar-high");
        }
        getElement().setAttribute("role", "meter");
        getElement().setAttribute("aria-valuenow", spentPercent.toPlainString());
        getElement().setAttribute("aria-valuemax", "100");
        add(part("bar-spent", spentPercent), part("bar-held", heldPercent));
    }

    private static Div part(String style, BigDecimal percent) {
        var part = new Div();
        part.addClassName(style);
        part.setWidth(percent.toPlainString() + "%");
        return part;
    }

    private static BigDecimal percent(BigDecimal amount, BigDecimal limit) {
        return limit.signum() <= 0
                ? FULL
                : amount.multiply(FULL)
                        .divide(limit, 2, RoundingMode.HALF_UP)
                        .max(BigDecimal.ZERO)
                        .min(FULL);
    }
}
