package dev.sluice.admin.requests;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Span;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Facts;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.Words;
import dev.sluice.control.receipts.Reason;
import dev.sluice.control.receipts.Receipt;
import dev.sluice.control.reports.UsageItem;
import dev.sluice.model.money.Money;
import org.jspecify.annotations.Nullable;

/** One call's full story: who, what became of it, tokens, money and the price it was charged by. */
class ReceiptDialog extends Dialog {
    ReceiptDialog(Receipt receipt) {
        var call = receipt.call();
        setHeaderTitle(Words.text("receipt.title"));
        setWidth("58rem");
        setMaxWidth("96vw");
        var body = new Div(headline(call));
        body.addClassName("stack");
        if (receipt.reason() != null) {
            body.add(reason(receipt.reason()));
        }
        body.add(columns(receipt));
        body.add(new H3(Words.text("receipt.attempts", String.valueOf(receipt.attempts().size()))));
        body.add(attempts(receipt), new PriceLines(receipt));
        if (!call.extensions().isEmpty()) {
            var more = new Facts();
            call.extensions().forEach(more::with);
            body.add(new H3(Words.text("receipt.extensions")), more);
        }
        add(body);
        var close = new Button(Words.text("action.close"), click -> close());
        close.addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        getFooter().add(close);
    }

    private static Component headline(UsageItem call) {
        var cost = new Span(Figures.money(call.cost(), call.currency()));
        cost.addClassName("receipt-cost");
        var line =
                new Div(
                        Statuses.mark(call.status()),
                        new Span(call.tenant() + " / " + call.app()),
                        new Span(call.alias() + " → " + textOr(call.model())),
                        cost);
        line.addClassName("receipt-head");
        if (call.adjusted()) {
            line.addComponentAtIndex(
                    1, new Mark(Words.text("receipt.adjusted"), Mark.Tone.WARNING));
        }
        return line;
    }

    /** Why it has no answer, as one would tell it. */
    private static Component reason(Reason reason) {
        var owner = reason.owner() == null ? "" : reason.owner();
        var window = reason.window() == null ? "" : Words.text("window." + reason.window());
        var text = new Span(Words.text("why." + reason.kind(), owner, window));
        var rule = new Span(reason.rule() == null ? "" : reason.rule());
        rule.addClassNames("mono", "hint");
        var box = new Div(text, rule);
        box.addClassNames("stack", "receipt-reason");
        return box;
    }

    private static Component columns(Receipt receipt) {
        var call = receipt.call();
        var columns = new Div(ids(call), tokens(call), money(receipt), times(call));
        columns.addClassName("receipt");
        return columns;
    }

    private static Component ids(UsageItem call) {
        return titled(
                "receipt.who",
                new Facts()
                        .with(Words.text("requests.trace"), mono(call.traceId()))
                        .with(Words.text("receipt.request"), mono(call.requestId()))
                        .with(Words.text("word.key"), call.key())
                        .with(Words.text("word.subKey"), call.subKey())
                        .with(Words.text("receipt.endUser"), call.endUser())
                        .with(Words.text("form.businessLine"), call.businessLine())
                        .with(Words.text("receipt.http"), String.valueOf(call.httpStatus()))
                        .with(Words.text("receipt.error"), call.errorCode())
                        .with(Words.text("receipt.finish"), call.finishReason())
                        .with(Words.text("word.upstream"), call.upstream())
                        .with(Words.text("receipt.instance"), call.instance())
                        .with(Words.text("receipt.node"), call.node()));
    }

    private static Component tokens(UsageItem call) {
        var tokens = call.tokens();
        var facts = new Facts();
        figure(facts, "kind.input", tokens.input());
        figureIfAny(facts, "kind.cachedInput", tokens.cachedInput());
        figureIfAny(facts, "kind.cacheWrite", tokens.cacheWrite());
        figureIfAny(facts, "kind.audioInput", tokens.audioInput());
        figure(facts, "kind.output", tokens.output());
        figureIfAny(facts, "kind.reasoning", tokens.reasoning());
        figureIfAny(facts, "kind.audioOutput", tokens.audioOutput());
        figureIfAny(facts, "receipt.images", call.images());
        if (call.audioMs() != 0) {
            facts.with(Words.text("receipt.audio"), Figures.millis(call.audioMs()));
        }
        facts.with(
                Words.text("receipt.counted"),
                Figures.count(call.counted().input())
                        + " / "
                        + Figures.count(call.counted().output()));
        facts.with(Words.text("receipt.source"), Words.text("source." + call.usageSource().text()));
        return titled("receipt.tokens", facts);
    }

    private static void figure(Facts facts, String key, long tokens) {
        facts.with(Words.text(key), Figures.count(tokens));
    }

    private static void figureIfAny(Facts facts, String key, long tokens) {
        if (tokens != 0) {
            figure(facts, key, tokens);
        }
    }

    private static Component money(Receipt receipt) {
        var call = receipt.call();
        var charged = receipt.charged();
        var facts =
                new Facts()
                        .with(Words.text("word.cost"), Figures.money(call.cost(), call.currency()))
                        .with(
                                Words.text("receipt.providerCost"),
                                Figures.money(call.providerCost(), call.providerCurrency()))
                        .with(Words.text("receipt.hold"), hold(receipt.hold()));
        if (!charged.overrun().equals(Money.ZERO)) {
            facts.with(
                    Words.text("receipt.overrun"),
                    Figures.money(charged.overrun(), charged.currency()));
        }
        charged.reRatings()
                .forEach(it ->
                        facts.with(
                                Words.text("receipt.reRated"),
                                Figures.money(it.before()) + " → " + Figures.money(it.after())));
        return titled(
                "receipt.money",
                facts.with(Words.text("receipt.billedIn"), charged.billedIn().toString())
                        .with(Words.text("receipt.price"), call.priceVersion())
                        .with(Words.text("receipt.config"), String.valueOf(call.configVersion()))
                        .with(Words.text("receipt.rating"), rating(call.costAgrees())));
    }

    private static @Nullable String hold(Receipt.@Nullable Hold hold) {
        return hold == null
                ? null
                : Words.text(
                        "receipt.held",
                        Figures.money(hold.money(), hold.currency()),
                        Figures.count(hold.tokens()));
    }

    private static String rating(@Nullable Boolean agrees) {
        return agrees == null
                ? Words.text("receipt.rating.none")
                : agrees
                        ? Words.text("receipt.rating.agrees")
                        : Words.text("receipt.rating.differs");
    }

    private static Component times(UsageItem call) {
        return titled(
                "receipt.times",
                new Facts()
                        .with(
                                Words.text("requests.startedAt"),
                                Figures.time(call.startedAt()) + " UTC")
                        .with(Words.text("receipt.firstToken"), millis(call.firstTokenMs()))
                        .with(Words.text("requests.total"), Figures.millis(call.totalMs()))
                        .with(Words.text("receipt.upstreamMs"), Figures.millis(call.upstreamMs()))
                        .with(Words.text("receipt.gatewayMs"), Figures.millis(call.gatewayMs())));
    }

    private static String millis(@Nullable Long duration) {
        return Figures.millis(duration);
    }

    private static Component titled(String key, Facts facts) {
        var part = new Div(new H3(Words.text(key)), facts);
        part.addClassName("receipt-part");
        return part;
    }

    private static Span mono(String text) {
        var span = new Span(text);
        span.addClassName("mono");
        return span;
    }

    private static String textOr(@Nullable String text) {
        return text == null ? Figures.NONE : text;
    }

    private static Component attempts(Receipt receipt) {
        Grid<Receipt.Try> grid = Columns.grid();
        grid.setAllRowsVisible(true);
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.figure(grid, "receipt.attempt", it -> String.valueOf(it.number()));
        Columns.text(grid, "word.model", Receipt.Try::model);
        Columns.text(grid, "word.upstream", Receipt.Try::upstream);
        Columns.text(grid, "receipt.outcome", ReceiptDialog::outcome);
        Columns.figure(grid, "requests.input", it -> Figures.count(it.tokens().input()));
        Columns.figure(grid, "requests.output", it -> Figures.count(it.tokens().output()));
        Columns.figure(grid, "word.cost", it -> Figures.money(it.cost()));
        Columns.figure(grid, "receipt.firstToken", it -> Figures.millis(it.firstTokenMs()));
        Columns.figure(grid, "requests.total", it -> Figures.millis(it.totalMs()));
        grid.setItems(receipt.attempts());
        return grid;
    }

    private static String outcome(Receipt.Try attempt) {
        var status = attempt.httpStatus();
        var code = attempt.errorCode();
        return (status == null ? "" : status + " ") + (code == null ? "" : code);
    }
}
