package dev.sluice.admin.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.fleet.Fleet;
import dev.sluice.control.fleet.FleetNode;
import java.util.List;

/** Which nodes run the version that was published last. */
class FleetCard extends Card {
    private static final int MOST_SHOWN = 8;

    private final Div list = new Div();
    private List<String> shown = List.of("nothing yet");

    FleetCard() {
        super(Words.text("page.fleet"), Words.text("overview.fleet.note"));
        add(list);
    }

    void show(Fleet fleet) {
        var lines =
                fleet.nodes().stream()
                        .map(node -> node.node() + state(node) + node.version())
                        .toList();
        if (lines.equals(shown)) {
            return;
        }
        shown = lines;
        list.removeAll();
        if (fleet.nodes().isEmpty()) {
            list.add(
                    new EmptyState(
                            VaadinIcon.SERVER,
                            Words.text("fleet.empty"),
                            Words.text("fleet.empty.next")));
        }
        fleet.nodes().stream().limit(MOST_SHOWN).forEach(node -> list.add(row(node)));
        if (fleet.nodes().size() > MOST_SHOWN) {
            list.add(
                    new Span(
                            Words.text(
                                    "overview.fleet.more",
                                    String.valueOf(fleet.nodes().size() - MOST_SHOWN))));
        }
    }

    private static Div row(FleetNode node) {
        var version =
                new Span(Words.text("overview.fleet.version", String.valueOf(node.version())));
        version.addClassName("share-calls");
        var row = new Div(new ShortText(node.node()), version, mark(node));
        row.addClassName("share");
        return row;
    }

    private static String state(FleetNode node) {
        return node.silent()
                ? "fleet.silent"
                : node.error() != null
                        ? "fleet.refused"
                        : node.converged() ? "fleet.current" : "fleet.behind";
    }

    private static Mark mark(FleetNode node) {
        var tone = node.converged() ? Tone.GOOD : node.silent() ? Tone.BAD : Tone.WARNING;
        var mark = new Mark(Words.text(state(node)), tone);
        var error = node.error();
        return error == null ? mark : mark.withTitle(error);
    }
}
