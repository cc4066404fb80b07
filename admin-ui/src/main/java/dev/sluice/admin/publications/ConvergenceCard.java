package dev.sluice.admin.publications;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.AmountBar;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Mark.Tone;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.fleet.Fleet;
import dev.sluice.control.fleet.FleetNode;
import dev.sluice.control.fleet.FleetService;
import java.math.BigDecimal;

/** How far the newest version has come among the nodes. */
class ConvergenceCard extends Card {
    private static final int MOST_SHOWN = 6;

    private final transient FleetService fleet;
    private final Div body = new Div();

    ConvergenceCard(FleetService fleet) {
        super(Words.text("publications.convergence"));
        this.fleet = fleet;
        add(body);
        refresh();
    }

    final void refresh() {
        body.removeAll();
        try {
            show(fleet.fleet());
        } catch (RuntimeException failure) {
            body.add(new Span(Notices.reason(failure)));
        }
    }

    private void show(Fleet now) {
        var living = now.nodes().stream().filter(node -> !node.silent()).toList();
        var current = living.stream().filter(FleetNode::converged).count();
        var line =
                new Div(
                        Words.text(
                                "publications.converged",
                                String.valueOf(current),
                                String.valueOf(living.size()),
                                String.valueOf(now.version())));
        line.addClassName("budget-head");
        body.add(line);
        if (living.isEmpty()) {
            body.add(new Span(Words.text("fleet.empty.next")));
            return;
        }
        var bar =
                new AmountBar(
                        BigDecimal.valueOf(current),
                        BigDecimal.ZERO,
                        BigDecimal.valueOf(living.size()));
        // Full is good here.
        bar.removeClassNames("bar-full", "bar-high");
        body.add(bar);
        living.stream()
                .filter(node -> !node.converged())
                .limit(MOST_SHOWN)
                .forEach(node -> body.add(behind(node)));
        body.add(new Anchor("fleet", Words.text("publications.fleet")));
    }

    private static Div behind(FleetNode node) {
        var error = node.error();
        var mark =
                error == null
                        ? new Mark(Words.text("fleet.behind"), Tone.WARNING)
                        : new Mark(Words.text("fleet.refused"), Tone.BAD).withTitle(error);
        var row =
                new Div(
                        new ShortText(node.node()),
                        new Span(
                                Words.text(
                                        "overview.fleet.version", String.valueOf(node.version()))),
                        mark);
        row.addClassName("share");
        return row;
    }
}
