package dev.sluice.admin.forms;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.combobox.MultiSelectComboBox;
import com.vaadin.flow.component.details.Details;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.timepicker.TimePicker;
import dev.sluice.admin.components.Words;
import dev.sluice.model.price.PriceBand;
import dev.sluice.model.price.PriceTier;
import dev.sluice.model.price.Weekday;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What makes a price another one: long prompts, the time of day, the service tier. */
class PriceTermsFields extends Details {
    private final RowList<TierRow> tiers =
            new RowList<>("form.tiers", "form.addTier", TierRow::new).withAddId("add-tier");
    private final RowList<BandRow> bands =
            new RowList<>("form.bands", "form.addBand", BandRow::new).withAddId("add-band");
    private final RowList<ServiceTierRow> serviceTiers =
            new RowList<>("form.serviceTiers", "form.addServiceTier", ServiceTierRow::new)
                    .withAddId("add-service-tier");

    PriceTermsFields() {
        setSummaryText(Words.text("form.price.terms"));
        setId("price-terms");
        add(tiers, bands, serviceTiers);
    }

    List<PriceTier> tiers() {
        return tiers.rows().stream().map(TierRow::tier).toList();
    }

    List<PriceBand> bands() {
        return bands.rows().stream().map(BandRow::band).toList();
    }

    Map<String, BigDecimal> serviceTiers() {
        var factors = new LinkedHashMap<String, BigDecimal>();
        serviceTiers.rows().forEach(row -> row.putInto(factors));
        return factors;
    }

    void clear() {
        tiers.clear();
        bands.clear();
        serviceTiers.clear();
    }

    private static class TierRow extends Div {
        private final NumberText above = NumberText.whole("", null).named("form.tier.above");
        private final KindFields kinds = new KindFields();

        TierRow() {
            addClassName("tier-row");
            add(above, kinds);
        }

        PriceTier tier() {
            return new PriceTier(above.requiredAmount().longValue(), kinds.perMillion());
        }
    }

    private static class BandRow extends Div {
        private final MultiSelectComboBox<Weekday> days = new MultiSelectComboBox<>();
        private final TimePicker from = time("form.band.from");
        private final TimePicker to = time("form.band.to");
        private final ComboBox<String> zone = new ComboBox<>();
        private final NumberText factor = NumberText.decimal("", null).named("form.factor");

        BandRow() {
            addClassName("band-row");
            days.setItems(Weekday.values());
            days.setItemLabelGenerator(PriceText::day);
            days.setPlaceholder(Words.text("weekday.all"));
            from.addClassName("band-from");
            to.addClassName("band-to");
            zone.setItems(ZoneId.getAvailableZoneIds().stream().sorted().toList());
            zone.setValue("UTC");
            add(days, from, to, zone, factor);
        }

        private static TimePicker time(String key) {
            var picker = new TimePicker();
            picker.setPlaceholder(Words.text(key));
            picker.setAriaLabel(Words.text(key));
            picker.setLocale(MomentPicker.ISO);
            picker.setStep(Duration.ofMinutes(30));
            return picker;
        }

        PriceBand band() {
            if (from.getValue() == null || to.getValue() == null) {
                throw new IllegalArgumentException(Words.text("form.band.noTime"));
            }
            return new PriceBand(
                    days.getValue().stream().sorted().toList(),
                    from.getValue(),
                    to.getValue(),
                    ZoneId.of(zone.getValue()),
                    factor.requiredAmount());
        }
    }

    private static class ServiceTierRow extends Div {
        private final TextField name = new TextField();
        private final NumberText factor = NumberText.decimal("", null).named("form.factor");

        ServiceTierRow() {
            addClassName("service-tier-row");
            name.setPlaceholder("batch, flex, priority");
            name.setAriaLabel(Words.text("form.serviceTier"));
            add(name, factor);
        }

        void putInto(Map<String, BigDecimal> factors) {
            if (name.getValue().isBlank()) {
                throw new IllegalArgumentException(
                        Words.text("form.missing", Words.text("form.serviceTier")));
            }
            factors.put(name.getValue().strip(), factor.requiredAmount());
        }
    }
}
