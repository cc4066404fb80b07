package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.grid.Grid;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Strategy;
import dev.sluice.model.route.Target;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Aliases with where their calls go and in which shares. */
class AliasesTab extends DocumentsTab {
    AliasesTab(Documents documents, boolean mayChange) {
        super(documents, DocumentKind.ALIAS, mayChange);
    }

    private static ModelAlias alias(ShownDocument document) {
        return (ModelAlias) document.body();
    }

    @Override
    void addColumns(Grid<ShownDocument> table) {
        Columns.text(table, "word.name", ShownDocument::name);
        Columns.text(
                        table,
                        "catalogue.strategy",
                        it -> Words.text("strategy." + alias(it).strategyOrDefault().text()))
                .setFlexGrow(0)
                .setWidth("8rem");
        Columns.text(table, "catalogue.targets", it -> targets(alias(it))).setFlexGrow(3);
        Columns.text(table, "catalogue.fallback", it -> String.join(", ", alias(it).fallback()));
        Columns.figure(
                table, "catalogue.outputCap", it -> Figures.count(alias(it).maxOutputTokens()));
    }

    private static String targets(ModelAlias alias) {
        if (alias.strategyOrDefault() != Strategy.WEIGHTED) {
            return alias.targets().stream().map(Target::model).collect(Collectors.joining(" → "));
        }
        var all = Math.max(1, alias.targets().stream().mapToLong(Target::weightOrDefault).sum());
        return alias.targets().stream()
                .map(it -> it.model() + " " + 100L * it.weightOrDefault() / all + " %")
                .collect(Collectors.joining(" · "));
    }

    @Override
    void edit(@Nullable ShownDocument document) {
        new AliasDialog(documents(), document, this::saved).open();
    }
}
