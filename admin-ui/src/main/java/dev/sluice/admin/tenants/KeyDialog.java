package dev.sluice.admin.tenants;

import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.RulesForm;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The form of a key or sub-key: a name when it is new, and its rules. */
class KeyDialog extends FormDialog {
    /** Issues a new one below an app or a key. */
    KeyDialog(
            TeamNode parent,
            List<String> aliases,
            String currency,
            BiConsumer<String, AccessRules> issue) {
        super(title(parent), Words.text("teams.issue"));
        setWidth("46rem");
        var kind = parent.kind() == DocumentKind.APP ? DocumentKind.KEY : DocumentKind.SUB_KEY;
        var name = new TextField(Words.text("word.name"));
        name.setId("key-name");
        name.setRequiredIndicatorVisible(true);
        name.focus();
        var rules = new RulesForm(kind, AccessRules.NONE, aliases, currency);
        askingFirst(rules::doubt);
        with(name, rules);
        onSave(() -> {
            new FieldFaults().name(name).raise();
            issue.accept(parent.path() + "/" + name.getValue().strip(), rules.rules());
        });
    }

    private static String title(TeamNode parent) {
        return Words.text(
                parent.kind() == DocumentKind.APP ? "teams.issueKey.for" : "teams.issueSubKey.for",
                parent.path());
    }

    /** Changes the rules of one that is issued. */
    KeyDialog(
            TeamNode.Key key,
            List<String> aliases,
            String currency,
            AccessRules known,
            Consumer<AccessRules> save) {
        super(Words.text("teams.editKey", key.path()), Words.text("teams.changeNow"));
        setWidth("46rem");
        var rules = new RulesForm(key.kind(), known, aliases, currency);
        askingFirst(rules::doubt);
        with(rules);
        onSave(() -> save.accept(rules.rules()));
    }
}
