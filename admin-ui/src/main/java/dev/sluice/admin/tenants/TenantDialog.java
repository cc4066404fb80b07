package dev.sluice.admin.tenants;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.RulesForm;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The form of a tenant. */
class TenantDialog extends FormDialog {
    private final transient Documents documents;
    private final TextField name = new TextField(Words.text("word.name"));
    private final ComboBox<String> zone = new ComboBox<>(Words.text("teams.zone"));
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
        rules = new RulesForm(DocumentKind.TENANT, known, aliases, documents.currency());
        askingFirst(rules::doubt);
        with(row(name, zone), rules);
        onSave(() -> {
            var wanted =
                    new Tenant(
                            name.getValue().strip(),
                            ZoneId.of(zone.getValue()),
                            original == null ? null : original.currency(),
                            original == null ? null : original.markup(),
                            original == null ? null : original.fiscalStartDay(),
                            original == null ? null : original.reports(),
                            rules.rules());
            this.documents.draft(DocumentKind.TENANT, wanted.name(), wanted);
            saved.accept(wanted.name());
        });
    }
}
