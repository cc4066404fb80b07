package dev.sluice.admin.periods;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.AttachmentType;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.server.streams.DownloadHandler;
import com.vaadin.flow.server.streams.DownloadResponse;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.Facts;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Mark;
import dev.sluice.admin.components.ShortText;
import dev.sluice.admin.components.Words;
import dev.sluice.control.periods.ClosedMonth;
import dev.sluice.control.periods.Statement;
import dev.sluice.control.periods.Statement.Correction;
import dev.sluice.control.periods.Statement.Line;
import dev.sluice.control.periods.Statement.Total;
import dev.sluice.control.reports.monthly.Grouping;
import dev.sluice.control.reports.monthly.MonthlyFiles;
import dev.sluice.control.reports.monthly.MonthlyFormat;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A month's statement: as it is kept where it is closed, else as it would be by now. */
class StatementDialog extends Dialog {
    private final transient Statement statement;

    StatementDialog(Statement statement, @Nullable ClosedMonth closed, MonthlyFiles files) {
        this.statement = statement;
        setHeaderTitle(
                Words.text(
                        "periods.statement.title",
                        statement.tenant(),
                        statement.month().toString()));
        setWidth("72rem");
        setMaxWidth("95vw");
        var body = new Div(head(closed));
        body.addClassName("stack");
        body.add(new H3(Words.text("periods.usage")), lines());
        if (!statement.adjustments().isEmpty()) {
            body.add(new H3(Words.text("periods.adjustments")), corrections());
        }
        body.add(totals());
        add(body);
        if (closed != null) {
            getFooter().add(kept(closed));
        }
        for (var format : List.of(MonthlyFormat.XLSX, MonthlyFormat.CSV)) {
            getFooter().add(download(format, files));
        }
        var close = new Button(Words.text("action.close"), click -> close());
        close.setId("statement-close");
        getFooter().add(close);
    }

    private Component head(@Nullable ClosedMonth closed) {
        var mark =
                closed != null
                        ? new Mark(Words.text("periods.state.closed"), Mark.Tone.GOOD)
                        : new Mark(Words.text("periods.byNow"), Mark.Tone.WARNING);
        var facts =
                new Facts()
                        .with(Words.text("periods.state"), mark)
                        .with(
                                Words.text("periods.span"),
                                Words.text(
                                        "periods.span.of",
                                        Figures.time(statement.begins(), statement.timeZone()),
                                        Figures.time(statement.ends(), statement.timeZone()),
                                        StatementWords.zone(statement.timeZone())));
        if (closed != null) {
            facts.with(
                            Words.text("periods.closedAt"),
                            Words.text(
                                    "periods.closedBy",
                                    Figures.time(closed.closedAt()),
                                    StatementWords.closer(closed.closedBy())))
                    .with(Words.text("publications.sha"), new ShortText(closed.sha256()).mono());
        }
        return facts;
    }

    private Grid<Line> lines() {
        Grid<Line> grid = table();
        Columns.text(grid, "word.app", Line::app);
        Columns.text(grid, "form.businessLine", Line::businessLine);
        Columns.text(grid, "word.alias", Line::alias);
        Columns.text(grid, "word.model", Line::model);
        var lines = statement.lines();
        Columns.figure(grid, "reports.requests", it -> Figures.count(it.requests()))
                .setFooter(
                        Columns.sum(Figures.count(lines.stream().mapToLong(Line::requests).sum())));
        Columns.figure(grid, "requests.input", it -> Figures.count(it.tokens().input()))
                .setFooter(
                        Columns.sum(
                                Figures.count(
                                        lines.stream()
                                                .mapToLong(it -> it.tokens().input())
                                                .sum())));
        Columns.figure(grid, "requests.output", it -> Figures.count(it.tokens().output()))
                .setFooter(
                        Columns.sum(
                                Figures.count(
                                        lines.stream()
                                                .mapToLong(it -> it.tokens().output())
                                                .sum())));
        Columns.figure(grid, "word.cost", it -> Figures.money(it.cost(), it.currency()))
                .setFooter(Columns.sum(StatementWords.sum(statement.totals(), Total::usage)));
        grid.setItems(lines);
        return grid;
    }

    private Grid<Correction> corrections() {
        Grid<Correction> grid = table();
        Columns.part(
                grid,
                "reports.kind",
                it ->
                        new Mark(
                                StatementWords.kind(it),
                                it.isLateUsage() ? Mark.Tone.WARNING : Mark.Tone.PLAIN));
        Columns.text(grid, "word.app", Correction::app);
        Columns.text(grid, "word.model", Correction::model);
        Columns.text(grid, "adjustments.reason", Correction::reason).setFlexGrow(2);
        Columns.text(grid, "adjustments.reference", Correction::reference);
        Columns.figure(grid, "reports.requests", it -> Figures.count(it.requests()));
        Columns.figure(grid, "word.cost", it -> Figures.money(it.cost(), it.currency()))
                .setFooter(Columns.sum(StatementWords.sum(statement.totals(), Total::adjustments)));
        grid.setItems(statement.adjustments());
        return grid;
    }

    private Component totals() {
        var amount = new Span(StatementWords.sum(statement.totals(), Total::amount));
        amount.addClassName("receipt-cost");
        amount.setId("statement-amount");
        var total = new Div(new Span(Words.text("periods.amount")), amount);
        total.addClassName("receipt-head");
        return total;
    }

    private static <T> Grid<T> table() {
        Grid<T> grid = Columns.grid();
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        grid.setEmptyStateText(Words.text("reports.empty"));
        return grid;
    }

    /** The very bytes whose SHA-256 is shown. */
    private Anchor kept(ClosedMonth closed) {
        var link =
                link(
                        () -> closed.content().getBytes(StandardCharsets.UTF_8),
                        "sluice-statement-" + closed.tenant() + "-" + closed.month() + ".json",
                        "application/json",
                        Words.text("periods.kept"));
        link.setId("kept-statement");
        return link;
    }

    private Anchor download(MonthlyFormat format, MonthlyFiles files) {
        return link(
                () -> files.of(format, statement.month(), statement.tenant(), Grouping.DEFAULT),
                format.fileName(statement.month()),
                format.mediaType(),
                Words.text("reports.download." + format.text()));
    }

    private static Anchor link(
            Supplier<byte[]> content, String name, String mediaType, String text) {
        var handler =
                DownloadHandler.fromInputStream(event -> {
                    var bytes = content.get();
                    return new DownloadResponse(
                            new ByteArrayInputStream(bytes), name, mediaType, bytes.length);
                });
        var link = new Anchor(handler, AttachmentType.DOWNLOAD, text);
        link.addClassName("download");
        link.addComponentAsFirst(VaadinIcon.DOWNLOAD_ALT.create());
        return link;
    }
}
