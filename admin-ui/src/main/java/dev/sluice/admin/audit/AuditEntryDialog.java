package dev.sluice.admin.audit;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Pre;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Facts;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.control.audit.AuditEntry;
import dev.sluice.model.json.SluiceJson;
import org.jspecify.annotations.Nullable;

/** One change with what was there before and after. */
class AuditEntryDialog extends Dialog {
    AuditEntryDialog(AuditEntry entry) {
        setHeaderTitle(
                AuditWords.action(entry.action())
                        + " · "
                        + AuditWords.kind(entry.kind())
                        + " "
                        + entry.path());
        setWidth("52rem");
        setMaxWidth("96vw");
        var facts =
                new Facts()
                        .with(Words.text("audit.at"), Figures.time(entry.at()) + " UTC")
                        .with(Words.text("audit.actor"), entry.actor())
                        .with(Words.text("audit.address"), entry.address())
                        .with(Words.text("word.tenant"), entry.tenant())
                        .with(
                                Words.text("fleet.version"),
                                entry.version() == null ? null : entry.version().toString());
        var columns =
                new Div(side("audit.before", entry.before()), side("audit.after", entry.after()));
        columns.addClassName("columns");
        var body = new Div(facts, columns);
        body.addClassName("stack");
        add(body);
        getFooter().add(new Button(Words.text("action.close"), click -> close()));
    }

    private static Card side(String key, @Nullable String json) {
        var text = new Pre(json == null ? Words.text("audit.nothing") : indented(json));
        text.addClassName("json");
        return new Card(Words.text(key), text);
    }

    private static String indented(String json) {
        var mapper = SluiceJson.mapper();
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readTree(json));
    }
}
