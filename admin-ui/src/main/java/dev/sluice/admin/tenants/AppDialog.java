package dev.sluice.admin.tenants;

import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.RulesForm;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.App;
import dev.sluice.model.access.Cors;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The form of an app. */
class AppDialog extends FormDialog {
    private final TextField name = new TextField(Words.text("word.name"));

    AppDialog(
            Documents documents,
            List<String> aliases,
            String tenant,
            @Nullable ShownDocument document,
            Consumer<String> saved) {
        super(
                Words.text(document == null ? "teams.addApp" : "teams.editApp"),
                Words.text("draft.save"));
        setWidth("46rem");
        name.setId("app-name");
        name.setRequiredIndicatorVisible(true);
        var known = AccessRules.NONE;
        Cors cors = null;
        if (document != null && document.body() instanceof App app) {
            name.setValue(app.name());
            name.setReadOnly(true);
            known = app.rulesOrNone();
            cors = app.cors();
        }
        var kept = cors;
        var rules = new RulesForm(DocumentKind.APP, known, aliases, documents.currencyOf(tenant));
        askingFirst(rules::doubt);
        with(name, rules);
        onSave(() -> {
            var wanted = new App(name.getValue().strip(), kept, rules.rules());
            var path = tenant + "/" + wanted.name();
            documents.draft(DocumentKind.APP, path, wanted);
            saved.accept(path);
        });
    }
}
