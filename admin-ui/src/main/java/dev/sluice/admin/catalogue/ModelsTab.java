package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.grid.Grid;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Models with the price that holds now and what is to come. */
class ModelsTab extends DocumentsTab {
    private final transient Clock clock;

    ModelsTab(Documents documents, boolean mayChange, Clock clock) {
        this.clock = clock;
        super(documents, DocumentKind.MODEL, mayChange);
    }

    private static UpstreamModel model(ShownDocument document) {
        return (UpstreamModel) document.body();
    }

    @Override
    void addColumns(Grid<ShownDocument> table) {
        Columns.text(table, "word.name", ShownDocument::name);
        Columns.text(table, "word.upstream", it -> model(it).upstream());
        Columns.text(table, "catalogue.upstreamModel", it -> model(it).providerName());
        Columns.figure(table, "catalogue.context", it -> Figures.count(model(it).context()));
        Columns.figure(table, "catalogue.priceInput", it -> now(model(it), TokenKind.INPUT));
        Columns.figure(table, "catalogue.priceOutput", it -> now(model(it), TokenKind.OUTPUT));
        Columns.text(table, "catalogue.since", it -> since(model(it)))
                .setFlexGrow(0)
                .setWidth("9rem");
    }

    private Optional<Price> current(UpstreamModel model) {
        return model.priceBook().at(clock.instant());
    }

    private String now(UpstreamModel model, TokenKind kind) {
        return current(model)
                .map(price -> price.perMillion().get(kind))
                .map(amount ->
                        documents().currency() + " " + amount.stripTrailingZeros().toPlainString())
                .orElse(Figures.NONE);
    }

    /** Since when the price holds, and how many changes are to come. */
    private String since(UpstreamModel model) {
        var later =
                model.prices().stream().filter(it -> it.from().isAfter(clock.instant())).count();
        return Figures.day(current(model).map(Price::from).orElse(null))
                + (later == 0 ? "" : " +" + later);
    }

    @Override
    void edit(@Nullable ShownDocument document) {
        new ModelDialog(documents(), document, clock, this::saved).open();
    }
}
