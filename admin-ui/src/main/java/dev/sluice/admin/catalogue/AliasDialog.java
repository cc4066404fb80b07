package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.combobox.MultiSelectComboBox;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.LimitsFields;
import dev.sluice.admin.forms.NumberText;
import dev.sluice.admin.forms.TargetsEditor;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Strategy;
import dev.sluice.model.route.Timeouts;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form of an alias. */
class AliasDialog extends FormDialog {
    private final transient Documents documents;
    private final @Nullable ModelAlias original;
    private final TextField name = new TextField(Words.text("word.name"));
    private final Select<Strategy> strategy = new Select<>();
    private final NumberText outputCap;
    private final MultiSelectComboBox<String> fallback =
            new MultiSelectComboBox<>(Words.text("catalogue.fallback"));
    private final TargetsEditor targets;
    private final LimitsFields limits;

    AliasDialog(Documents documents, @Nullable ShownDocument document, Runnable saved) {
        super(
                Words.text(document == null ? "catalogue.add.alias" : "catalogue.edit.alias"),
                Words.text("draft.save"));
        this.documents = documents;
        original = document == null ? null : (ModelAlias) document.body();
        name.setId("alias-name");
        name.setRequiredIndicatorVisible(true);
        strategy.setLabel(Words.text("catalogue.strategy"));
        strategy.setItems(Strategy.WEIGHTED, Strategy.PRIORITY);
        strategy.setItemLabelGenerator(it -> Words.text("strategy." + it.text()));
        var others =
                documents.list(DocumentKind.ALIAS).stream()
                        .map(ShownDocument::path)
                        .filter(it -> original == null || !it.equals(original.name()))
                        .toList();
        var choices = new LinkedHashSet<>(others);
        choices.addAll(original == null ? List.of() : original.fallback());
        fallback.setItems(choices);
        var models = documents.list(DocumentKind.MODEL).stream().map(ShownDocument::path).toList();
        targets = new TargetsEditor(original == null ? List.of() : original.targets(), models);
        limits = new LimitsFields(original == null ? Limits.NONE : original.limits());
        outputCap =
                NumberText.whole(
                        Words.text("catalogue.outputCap"),
                        original == null ? null : original.maxOutputTokens());
        strategy.setValue(original == null ? Strategy.WEIGHTED : original.strategyOrDefault());
        if (original != null) {
            name.setValue(original.name());
            name.setReadOnly(true);
            fallback.setValue(new LinkedHashSet<>(original.fallback()));
        }
        with(row(name, strategy), targets, row(fallback, outputCap), limits);
        onSave(() -> save(saved));
    }

    private void save(Runnable saved) {
        new FieldFaults().modelName(name).raise();
        var wanted = alias();
        documents.draft(DocumentKind.ALIAS, wanted.name(), wanted);
        saved.run();
    }

    private ModelAlias alias() {
        return new ModelAlias(
                name.getValue().strip(),
                strategy.getValue(),
                targets.targets(),
                outputCap.count(),
                List.copyOf(fallback.getValue()),
                limits.limits(),
                original == null ? Timeouts.INHERIT : original.timeouts(),
                original == null ? null : original.retry(),
                original == null ? CallPolicies.NONE : original.policies(),
                original == null ? null : original.unknownFields(),
                original == null ? null : original.exposeModel(),
                original == null ? null : original.cache());
    }
}
