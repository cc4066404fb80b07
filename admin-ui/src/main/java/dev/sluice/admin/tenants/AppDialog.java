package dev.sluice.admin.tenants;

import com.vaadin.flow.component.textfield.TextArea;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.RulesForm;
import dev.sluice.admin.forms.faults.FieldFaults;
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
    private final TextArea origins = new TextArea(Words.text("teams.origins"));

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
        origins.setId("app-origins");
        origins.setHelperText(Words.text("teams.origins.hint"));
        origins.setWidthFull();
        if (document != null && document.body() instanceof App app) {
            name.setValue(app.name());
            name.setReadOnly(true);
            known = app.rulesOrNone();
            if (app.cors() != null) {
                origins.setValue(String.join("\n", app.cors().origins()));
            }
        }
        var rules = new RulesForm(DocumentKind.APP, known, aliases, documents.currencyOf(tenant));
        askingFirst(rules::doubt);
        with(name, rules, origins);
        onSave(() -> {
            new FieldFaults().name(name).raise();
            var wanted = new App(name.getValue().strip(), cors(), rules.rules());
            var path = tenant + "/" + wanted.name();
            documents.draft(DocumentKind.APP, path, wanted);
            saved.accept(path);
        });
    }

    private @Nullable Cors cors() {
        var given = origins.getValue().lines().map(String::strip).filter(it -> !it.isEmpty());
        var list = given.toList();
        return list.isEmpty() ? null : new Cors(list);
    }
}
