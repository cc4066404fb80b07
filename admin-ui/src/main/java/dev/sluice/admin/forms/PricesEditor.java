package dev.sluice.admin.forms;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.model.price.Price;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A model's price book: what has begun stays, what is to come may be added or taken back. */
public class PricesEditor extends Div {
    private final Instant now;
    private final List<Price> booked;
    private final List<Price> prices;
    private final Div list = new Div();
    private final KindFields kinds = new KindFields();
    private final TextField currency = new TextField(Words.text("form.price.currency"));
    private final PriceTermsFields terms = new PriceTermsFields();
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
        this.currency.setPlaceholder(currency);
        this.currency.setAllowedCharPattern("[A-Z]");
        this.currency.setMaxLength(3);
        if (booked.isEmpty()) {
            // Nothing is booked by it yet: a new model can be called as soon as it is published.
            from.setInstant(now.truncatedTo(ChronoUnit.DAYS));
            from.setHelperText(Words.text("form.price.from.first"));
        } else {
            // A moment ahead, so that saving and publishing come before the price begins.
            from.setInstant(now.plus(10, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MINUTES));
            from.setHelperText(Words.text("form.price.from.hint"));
        }
        var fees = FormDialog.row(this.currency, perRequest, perImage, perSecond);
        var add = new Button(Words.text("form.price.add"), click -> append());
        add.setId("add-price");
        add.addThemeVariants(ButtonVariant.LUMO_SMALL);
        add(title, list, from, kinds, fees, terms, new Div(add));
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
        kinds.clear();
        fees().forEach(field -> field.setValue(""));
        terms.clear();
        showList();
        list.scrollIntoView();
    }

    private Price entered() {
        var start = from.instant();
        if (start == null) {
            throw new IllegalArgumentException(Words.text("form.price.noStart"));
        }
        return new Price(
                start,
                null,
                currency.isEmpty() ? null : currency.getValue(),
                kinds.perMillion(),
                perRequest.amount(),
                perImage.amount(),
                perSecond.amount(),
                terms.tiers(),
                terms.bands(),
                terms.serviceTiers());
    }

    private boolean isEntered() {
        return !kinds.perMillion().isEmpty()
                || fees().stream().anyMatch(field -> field.amount() != null);
    }

    private void showList() {
        list.removeAll();
        prices.sort(Comparator.comparing(Price::from).reversed());
        for (var price : prices) {
            var text = new Span(PriceText.of(price));
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

    /** The price book as it stands, with what was typed but not added yet. */
    public List<Price> prices() {
        var all = new ArrayList<>(prices);
        if (isEntered()) {
            all.add(entered());
        }
        return all;
    }
}
