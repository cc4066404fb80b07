package dev.sluice.admin.requests;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Words;
import dev.sluice.control.receipts.Receipt;
import dev.sluice.model.price.Charge;
import dev.sluice.model.price.PriceFactor;
import dev.sluice.model.price.PriceLine;
import java.util.List;
import java.util.stream.Collectors;

/** The lines whose sum, rounded once, each try was charged with. */
class PriceLines extends Div {
    /** A line under its try. */
    private record Row(int number, PriceLine line) {}

    PriceLines(Receipt receipt) {
        addClassName("stack");
        add(new H3(Words.text("receipt.lines")));
        var charged = receipt.attempts().stream().filter(it -> it.charge() != null).toList();
        if (charged.isEmpty()) {
            var none =
                    new Span(
                            Words.text(
                                    receipt.charged().linesKnown()
                                            ? "receipt.lines.free"
                                            : "receipt.lines.unknown"));
            none.addClassName("hint");
            add(none);
            return;
        }
        add(table(charged));
        charged.forEach(it -> add(sum(it)));
    }

    private static Component table(List<Receipt.Try> charged) {
        Grid<Row> grid = Columns.grid();
        grid.setAllRowsVisible(true);
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.figure(grid, "receipt.attempt", it -> String.valueOf(it.number()));
        Columns.text(grid, "receipt.line.kind", it -> kind(it.line()));
        Columns.figure(grid, "receipt.line.quantity", it -> it.line().quantity().toPlainString());
        Columns.figure(grid, "receipt.line.price", it -> price(it.line()));
        Columns.text(grid, "receipt.line.factors", it -> factors(it.line()));
        Columns.figure(grid, "receipt.line.amount", it -> it.line().amount().toPlainString());
        grid.setItems(
                charged.stream()
                        .flatMap(it -> lines(it).stream().map(line -> new Row(it.number(), line)))
                        .toList());
        return grid;
    }

    private static List<PriceLine> lines(Receipt.Try one) {
        return one.charge() == null ? List.of() : one.charge().lines();
    }

    private static String kind(PriceLine line) {
        var kind = Words.text("kind." + line.kind());
        return line.aboveInputTokens() == null
                ? kind
                : kind
                        + " "
                        + Words.text("receipt.line.above", Figures.count(line.aboveInputTokens()));
    }

    private static String price(PriceLine line) {
        var price = line.unitPrice().toPlainString();
        return line.per() == 1 ? price : price + " / " + Figures.count(line.per());
    }

    private static String factors(PriceLine line) {
        return line.factors().stream().map(PriceLines::factor).collect(Collectors.joining(", "));
    }

    private static String factor(PriceFactor factor) {
        return factor.name() + " × " + factor.factor().toPlainString();
    }

    /** From the list price to what is charged. */
    private static Span sum(Receipt.Try one) {
        var text = one.charge() == null ? "" : sum(one.number(), one.charge(), one);
        var sum = new Span(text);
        sum.addClassName("hint");
        return sum;
    }

    private static String sum(int number, Charge charge, Receipt.Try one) {
        if (charge.priceVersion() == null) {
            return Words.text(
                    "receipt.lines.flat", String.valueOf(number), Figures.money(one.cost()));
        }
        var terms = charge.terms();
        var markup = terms == null ? "1" : terms.markupOrOne().toPlainString();
        return Words.text(
                "receipt.lines.sum",
                String.valueOf(number),
                charge.priceVersion(),
                charge.priceCurrency() + " " + charge.listAmount().toPlainString(),
                markup,
                Figures.money(one.cost()));
    }
}
