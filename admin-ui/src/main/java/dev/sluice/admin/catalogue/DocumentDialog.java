package dev.sluice.admin.catalogue;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.admin.forms.PriceText;
import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Price;
import dev.sluice.model.route.UpstreamModel;
import java.util.Comparator;

/** A document to read only, with the file where it may be changed. */
class DocumentDialog extends Dialog {
    DocumentDialog(ShownDocument document) {
        setHeaderTitle(Words.text("kind.of." + document.kind().text()) + " " + document.path());
        setWidth("44rem");
        setMaxWidth("95vw");
        var body = new Div();
        body.addClassName("stack");
        var file = document.fileName();
        if (file != null) {
            var hint = new Paragraph(Words.text("draft.file", file));
            hint.addClassName("hint");
            body.add(hint);
        }
        if (document.body() instanceof UpstreamModel model && !model.prices().isEmpty()) {
            body.add(timeline(model));
        }
        var json =
                new Pre(
                        SluiceJson.mapper()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(DocumentJson.tree(document.body())));
        json.addClassName("json");
        body.add(json);
        add(body);
        getFooter().add(new Button(Words.text("action.close"), click -> close()));
    }

    private static Div timeline(UpstreamModel model) {
        var timeline = new Div();
        timeline.addClassName("stack");
        var title = new Span(Words.text("form.prices"));
        title.addClassName("field-title");
        timeline.add(title);
        model.prices().stream()
                .sorted(Comparator.comparing(Price::from).reversed())
                .forEach(price -> {
                    var line = new Div(PriceText.of(price));
                    line.addClassName("price-row");
                    timeline.add(line);
                });
        return timeline;
    }
}
