package dev.sluice.admin.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.overview.Spend;
import java.util.List;

/** Names with their share of the money as bars, dearest first. */
class TopShares extends Div {
    private List<Spend.Share> shown = List.of();
    private boolean filled;

    TopShares() {
        addClassName("shares");
    }

    void show(List<Spend.Share> shares, String currency) {
        if (filled && shares.equals(shown)) {
            return;
        }
        filled = true;
        shown = shares;
        removeAll();
        if (shares.isEmpty()) {
            add(
                    new EmptyState(
                            VaadinIcon.CHART,
                            Words.text("overview.empty"),
                            Words.text("overview.empty.next")));
            return;
        }
        var most = Math.max(1, shares.getFirst().cost().nanos());
        for (var share : shares) {
            var bar = new Div();
            bar.addClassName("share-bar");
            bar.setWidth(100 * share.cost().nanos() / most + "%");
            var cost = new Span(Figures.moneyBrief(share.cost(), currency));
            cost.addClassName("share-cost");
            var calls =
                    new Span(
                            share.requests() == 1
                                    ? Words.text("overview.call")
                                    : Words.text(
                                            "overview.calls", Figures.count(share.requests())));
            calls.addClassName("share-calls");
            var row = new Div(bar, new ShortText(share.name()), calls, cost);
            row.addClassName("share");
            add(row);
        }
    }
}
