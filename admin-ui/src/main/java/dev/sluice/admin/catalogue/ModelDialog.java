package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.combobox.ComboBox;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.component.textfield.TextField;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.FormDialog;
import dev.sluice.admin.forms.NumberText;
import dev.sluice.admin.forms.PricesEditor;
import dev.sluice.admin.forms.faults.FieldFaults;
import dev.sluice.model.route.Billing;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form of a model with its price book. */
class ModelDialog extends FormDialog {
    private final transient Documents documents;
    private final @Nullable UpstreamModel original;
    private final TextField name = new TextField(Words.text("word.name"));
    private final ComboBox<String> upstream = new ComboBox<>(Words.text("word.upstream"));
    private final TextField upstreamModel = new TextField(Words.text("catalogue.upstreamModel"));
    private final NumberText context;
    private final NumberText maxOutput;
    private final Select<Billing> billing = new Select<>();
    private final PricesEditor prices;

    ModelDialog(
            Documents documents, @Nullable ShownDocument document, Clock clock, Runnable saved) {
        super(
                Words.text(document == null ? "catalogue.add.model" : "catalogue.edit.model"),
                Words.text("draft.save"));
        setWidth("46rem");
        this.documents = documents;
        original = document == null ? null : (UpstreamModel) document.body();
        name.setId("model-name");
        name.setRequiredIndicatorVisible(true);
        upstream.setId("model-upstream");
        upstream.setItems(
                documents.list(DocumentKind.UPSTREAM).stream().map(ShownDocument::path).toList());
        upstream.setRequiredIndicatorVisible(true);
        upstreamModel.setHelperText(Words.text("catalogue.upstreamModel.hint"));
        context =
                NumberText.whole(
                        Words.text("catalogue.context"),
                        original == null ? null : original.context());
        maxOutput =
                NumberText.whole(
                        Words.text("catalogue.maxOutput"),
                        original == null ? null : original.maxOutput());
        billing.setLabel(Words.text("catalogue.billing"));
        billing.setItems(Billing.values());
        billing.setItemLabelGenerator(it -> Words.text("billing." + it.text()));
        billing.setValue(original == null ? Billing.UPSTREAM : original.billingOrDefault());
        prices =
                new PricesEditor(
                        original == null ? List.of() : original.prices(),
                        documents.currency(),
                        clock);
        if (original != null) {
            name.setValue(original.name());
            name.setReadOnly(true);
            upstream.setValue(original.upstream());
            upstreamModel.setValue(
                    original.upstreamModel() == null ? "" : original.upstreamModel());
        }
        with(row(name, upstream), row(upstreamModel, billing), row(context, maxOutput), prices);
        onSave(() -> save(saved));
    }

    private void save(Runnable saved) {
        new FieldFaults().modelName(name).raise();
        if (upstream.getValue() == null) {
            throw new IllegalArgumentException(Words.text("catalogue.upstream.missing"));
        }
        var wanted = model();
        documents.draft(DocumentKind.MODEL, wanted.name(), wanted);
        saved.run();
    }

    private UpstreamModel model() {
        return new UpstreamModel(
                name.getValue().strip(),
                upstream.getValue(),
                upstreamModel.getValue().isBlank() ? null : upstreamModel.getValue().strip(),
                context.count(),
                maxOutput.count(),
                original == null ? null : original.quality(),
                original == null ? null : original.tokenizer(),
                billingOrKept(),
                prices.prices(),
                original == null ? null : original.prompt());
    }

    /** Choosing nothing else must not look like a change. */
    private @Nullable Billing billingOrKept() {
        var before = original == null ? null : original.billing();
        var effective = original == null ? Billing.UPSTREAM : original.billingOrDefault();
        return billing.getValue() == effective ? before : billing.getValue();
    }
}
