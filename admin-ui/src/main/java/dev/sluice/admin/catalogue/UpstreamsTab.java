package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.grid.Grid;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Upstreams with their secrets masked. */
class UpstreamsTab extends DocumentsTab {
    UpstreamsTab(Documents documents, boolean mayChange) {
        super(documents, DocumentKind.UPSTREAM, mayChange);
    }

    private static Upstream upstream(ShownDocument document) {
        return (Upstream) document.body();
    }

    @Override
    void addColumns(Grid<ShownDocument> table) {
        Columns.text(table, "word.name", ShownDocument::name);
        Columns.text(table, "catalogue.provider", it -> upstream(it).provider());
        Columns.text(table, "catalogue.address", it -> address(upstream(it))).setFlexGrow(2);
        Columns.mono(table, "catalogue.secrets", UpstreamsTab::secrets);
        Columns.figure(
                table,
                "catalogue.rpm",
                it -> Figures.count(upstream(it).limits().requestsPerMinute()));
        Columns.figure(
                table,
                "catalogue.concurrent",
                it -> Figures.count(upstream(it).limits().concurrent()));
    }

    private static String address(Upstream upstream) {
        if (upstream.baseUrl() != null) {
            return upstream.baseUrl();
        }
        return upstream.instances().isEmpty()
                ? Words.text("catalogue.address.default")
                : String.join(", ", upstream.instances());
    }

    private static String secrets(ShownDocument document) {
        return upstream(document).secrets().stream()
                .map(secret ->
                        secret.name()
                                + " "
                                + document.secretHints().getOrDefault(secret.name(), "…"))
                .collect(Collectors.joining(", "));
    }

    @Override
    void edit(@Nullable ShownDocument document) {
        new UpstreamDialog(documents(), document, this::saved).open();
    }
}
