package dev.sluice.admin.publications;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.select.Select;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.control.history.VersionService;
import java.util.stream.LongStream;

/** What is different in a version against another that the reader chooses. */
class DiffDialog extends Dialog {
    private static final int MOST_CHOICES = 200;

    private final transient VersionService versions;
    private final long version;
    private final Div changes = new Div();

    DiffDialog(VersionService versions, long version) {
        this.versions = versions;
        this.version = version;
        setHeaderTitle(Words.text("publications.diff.title", String.valueOf(version)));
        setWidth("52rem");
        setMaxWidth("96vw");
        var against = new Select<Long>();
        against.setLabel(Words.text("publications.against"));
        against.setItems(
                LongStream.iterate(version - 1, it -> it >= 0, it -> it - 1)
                        .limit(MOST_CHOICES)
                        .boxed()
                        .toList());
        against.setItemLabelGenerator(it ->
                it == 0
                        ? Words.text("publications.nothing")
                        : Words.text("overview.fleet.version", String.valueOf(it)));
        against.setValue(version - 1);
        against.addValueChangeListener(change -> compare(change.getValue()));
        var body = new Div(against, changes);
        body.addClassName("stack");
        add(body);
        getFooter().add(new Button(Words.text("action.close"), click -> close()));
        compare(version - 1);
    }

    private void compare(long against) {
        changes.removeAll();
        Notices.attempt(() -> {
            var found = versions.diff(version, against);
            if (found.isEmpty()) {
                var same = new Paragraph(Words.text("publications.same"));
                same.addClassName("hint");
                changes.add(same);
            } else {
                changes.add(new ChangeList(found));
            }
        });
    }
}
