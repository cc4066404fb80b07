package dev.sluice.admin.forms;

import com.vaadin.flow.component.html.Div;
import dev.sluice.admin.components.Words;
import dev.sluice.model.price.TokenKind;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;

/** An amount for a million tokens of each kind; those left empty have none. */
class KindFields extends Div {
    private final Map<TokenKind, NumberText> fields = new EnumMap<>(TokenKind.class);

    KindFields() {
        addClassName("form-row");
        for (var kind : TokenKind.values()) {
            var field = NumberText.decimal(Words.text("kind." + kind.text()), null);
            field.addClassName("kind-" + kind.text());
            fields.put(kind, field);
            add(field);
        }
    }

    Map<TokenKind, BigDecimal> perMillion() {
        var amounts = new EnumMap<TokenKind, BigDecimal>(TokenKind.class);
        fields.forEach((kind, field) -> {
            var amount = field.amount();
            if (amount != null) {
                amounts.put(kind, amount);
            }
        });
        return amounts;
    }

    void clear() {
        fields.values().forEach(field -> field.setValue(""));
    }
}
