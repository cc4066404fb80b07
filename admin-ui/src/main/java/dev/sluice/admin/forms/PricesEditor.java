package dev.sluice.admin.forms;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.TokenKind;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A model's price book: what has begun stays, what is to come may be added or taken back. */
public class PricesEditor extends Div {
    private static final List<TokenKind> SHOWN =
            List.of(
                    TokenKind.INPUT,
                    TokenKind.CACHED_INPUT,
                    TokenKind.CACHE_WRITE,
                    TokenKind.OUTPUT,
                    TokenKind.REASONING);

    private final Instant now;
    private final List<Price> booked;
    private final List<Price> prices;
    private final Div list = new Div();
    private final Map<TokenKind, NumberText> fields = new EnumMap<>(TokenKind.class);
    private final NumberText perRequest = fee("perRequest");
    private final NumberText perImage = fee("perImage");
    private final NumberText perSecond = fee("perSecond");
    private final MomentPicker from = new MomentPicker(Words.text("form.price.from"));

    public PricesEditor(List<Price> booked, String currency, Clock clock) {
        this.booked = List.copyOf(booked);
        now = clock.instant();
        prices = new ArrayList<>(booked);
        addClassName("stack");
        var title = new Span(Words.text("form.prices", currency));
        title.addClassName("field-title");
        for (var kind : SHOWN) {
            fields.put(kind, NumberText.decimal(Words.text("kind." + kind.text()), null));
        }
        if (booked.isEmpty()) {
            // Nothing is booked by it yet: a new model can be called as soon as it is published.
            from.setInstant(now.truncatedTo(ChronoUnit.DAYS));
            from.setHelperText(Words.text("form.price.from.first"));
        } else {
            // A moment ahead, so that saving and publishing come before the price begins.
            from.setInstant(now.plus(10, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MINUTES));
            from.setHelperText(Words.text("form.price.from.hint"));
        }
        var amounts = new Div();
        amounts.addClassName("form-row");
        fields.values().forEach(amounts::add);
        fees().forEach(amounts::add);
        var add = new Button(Words.text("form.price.add"), click -> append());
        add.setId("add-price");
        add.addThemeVariants(ButtonVariant.LUMO_SMALL);
        add(title, list, from, amounts, new Div(add));
        showList();
    }

    private static NumberText fee(String name) {
        return NumberText.decimal(Words.text("form.price." + name), null);
    }

    private List<NumberText> fees() {
        return List.of(perRequest, perImage, perSecond);
    }

    private void append() {
        prices.add(entered());
        fields.values().forEach(field -> field.setValue(""));
        fees().forEach(field -> field.setValue(""));
        showList();
    }

    private Price entered() {
        var perMillion = new EnumMap<TokenKind, BigDecimal>(TokenKind.class);
        fields.forEach((kind, field) -> {
            var amount = field.amount();
            if (amount != null) {
                perMillion.put(kind, amount);
            }
        });
        var start = from.instant();
        if (start == null) {
            throw new IllegalArgumentException(Words.text("form.price.noStart"));
        }
        return new Price(
                start,
                null,
                perMillion,
                perRequest.amount(),
                perImage.amount(),
                perSecond.amount());
    }

    private boolean isEntered() {
        return Stream.concat(fees().stream(), fields.values().stream())
                .anyMatch(field -> field.amount() != null);
    }

    private void showList() {
        list.removeAll();
        prices.sort(Comparator.comparing(Price::from).reversed());
        for (var price : prices) {
            var text = new Span(describe(price));
            text.addClassName("figure");
            var row = new Div(text);
            row.addClassName("price-row");
            if (price.from().isAfter(now) || !booked.contains(price)) {
                var remove = new Button(VaadinIcon.TRASH.create());
                remove.setAriaLabel(Words.text("action.remove"));
                remove.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
                remove.addClickListener(click -> {
                    prices.remove(price);
                    showList();
                });
                row.add(remove);
            }
            list.add(row);
        }
    }

    /** One price in a line: since when, and each kind with its amount. */
    public static String describe(Price price) {
        var parts = new ArrayList<String>();
        for (var kind : TokenKind.values()) {
            var amount = price.perMillion().get(kind);
            if (amount != null) {
                parts.add(Words.text("kind." + kind.text()) + " " + plain(amount));
            }
        }
        describe(parts, "perRequest", price.perRequest());
        describe(parts, "perImage", price.perImage());
        describe(parts, "perSecond", price.perSecond());
        return Words.text("form.price.since", period(price)) + "   " + String.join("   ", parts);
    }

    private static void describe(List<String> parts, String fee, @Nullable BigDecimal each) {
        if (each != null) {
            parts.add(Words.text("form.price." + fee) + " " + plain(each));
        }
    }

    private static String period(Price price) {
        @Nullable Instant end = price.to();
        return Figures.time(price.from()) + (end == null ? "" : " → " + Figures.time(end));
    }

    private static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }

    /** The price book as it stands, with what was typed but not added yet. */
    public List<Price> prices() {
        var all = new ArrayList<>(prices);
        if (isEntered()) {
            all.add(entered());
        }
        return all;
    }
}
