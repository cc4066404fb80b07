package dev.sluice.admin.tenants;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.NumberText;
import dev.sluice.admin.forms.RulesForm;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The form of a tenant. */
class TenantDialog extends FormDialog {
    private final transient Documents documents;
    private final TextField name = new TextField(Words.text("word.name"));
    private final ComboBox<String> zone = new ComboBox<>(Words.text("teams.zone"));
    private final TextField currency = new TextField(Words.text("teams.currency"));
    private final NumberText markup;
    private final NumberText fiscalStartDay;
    private final RecipientsFields recipients;
    private final RulesForm rules;

    /** What the form does not show stays as it is. */
    private final transient @Nullable Tenant original;

    TenantDialog(
            Documents documents,
            List<String> aliases,
            @Nullable ShownDocument document,
            Consumer<String> saved) {
        super(
                Words.text(document == null ? "teams.addTenant" : "teams.editTenant"),
                Words.text("draft.save"));
        this.documents = documents;
        setWidth("46rem");
        name.setId("tenant-name");
        name.setRequiredIndicatorVisible(true);
        zone.setItems(ZoneId.getAvailableZoneIds().stream().sorted().toList());
        zone.setValue("UTC");
        original = document != null && document.body() instanceof Tenant tenant ? tenant : null;
        var known = AccessRules.NONE;
        if (original != null) {
            name.setValue(original.name());
            name.setReadOnly(true);
            zone.setValue(original.timeZone() == null ? "UTC" : original.timeZone().getId());
            known = original.rulesOrNone();
        }
        setUpCurrency();
        markup =
                NumberText.decimal(
                                Words.text("teams.markup"),
                                original == null ? null : original.markup())
                        .withPlaceholder("1");
        markup.setId("tenant-markup");
        markup.setHelperText(Words.text("teams.markup.hint"));
        fiscalStartDay =
                NumberText.whole(
                                Words.text("teams.fiscalStartDay"),
                                original == null || original.fiscalStartDay() == null
                                        ? null
                                        : Long.valueOf(original.fiscalStartDay()))
                        .withPlaceholder("1");
        fiscalStartDay.setId("tenant-fiscal-day");
        fiscalStartDay.setHelperText(Words.text("teams.fiscalStartDay.hint"));
        rules =
                new RulesForm(
                        DocumentKind.TENANT,
                        known,
                        aliases,
                        currency.isEmpty() ? documents.currency() : currency.getValue());
        recipients = new RecipientsFields(original);
        askingFirst(rules::doubt);
        with(row(name, zone), row(currency, markup, fiscalStartDay), recipients, rules);
        onSave(() -> {
            new FieldFaults().name(name).raise();
            var wanted = tenant();
            this.documents.draft(DocumentKind.TENANT, wanted.name(), wanted);
            saved.accept(wanted.name());
        });
    }

    private Tenant tenant() {
        return new Tenant(
                name.getValue().strip(),
                ZoneId.of(zone.getValue()),
                currency.isEmpty() ? null : currency.getValue().strip(),
                markup.amount(),
                day(fiscalStartDay.count()),
                recipients.reports(),
                recipients.alerts(),
                rules.rules());
    }

    /** What was booked in one currency cannot be told in another: it is chosen once. */
    private void setUpCurrency() {
        currency.setId("tenant-currency");
        currency.setPlaceholder(documents.currency());
        currency.setAllowedCharPattern("[A-Z]");
        currency.setMaxLength(3);
        currency.setHelperText(Words.text("teams.currency.hint"));
        if (original != null) {
            currency.setValue(Objects.requireNonNullElse(original.currency(), ""));
            currency.setReadOnly(true);
        }
    }

    private static @Nullable Integer day(@Nullable Long count) {
        return count == null ? null : Integer.valueOf((int) Math.min(count, 1_000));
    }
}
