package dev.sluice.admin.reports;

import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.AttachmentType;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.server.streams.DownloadHandler;
import com.vaadin.flow.server.streams.DownloadResponse;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Words;
import dev.sluice.control.periods.Dimension;
import dev.sluice.control.reports.monthly.Grouping;
import dev.sluice.control.reports.monthly.MonthlyFiles;
import dev.sluice.control.reports.monthly.MonthlyFormat;
import dev.sluice.control.reports.monthly.MonthlyReport;
import dev.sluice.control.reports.monthly.MonthlyReport.Line;
import dev.sluice.control.reports.monthly.MonthlyReports;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.PermitAll;
import java.io.ByteArrayInputStream;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A month's cost by what one asks for; what is downloaded is what is shown. */
@Route("reports")
@PermitAll
class ReportsView extends Div implements HasDynamicTitle {
    private static final int MONTHS = 13;

    private final transient MonthlyReports reports;
    private final transient MonthlyFiles files;
    private final transient AccessGuard guard;
    private final Select<YearMonth> month = new Select<>();
    private final Select<String> tenant = new Select<>();
    private final Select<Grouping> grouping = new Select<>();
    private final Grid<Line> grid = Columns.grid();

    ReportsView(MonthlyReports reports, MonthlyFiles files, AccessGuard guard, Clock clock) {
        this.reports = reports;
        this.files = files;
        this.guard = guard;
        addClassNames("page", "page-tall");
        var current = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        month.setLabel(Words.text("reports.month"));
        month.setItems(Stream.iterate(current, it -> it.minusMonths(1)).limit(MONTHS).toList());
        month.setValue(current);
        month.addValueChangeListener(change -> load());
        tenant.setLabel(Words.text("word.tenant"));
        tenant.setEmptySelectionAllowed(true);
        tenant.setEmptySelectionCaption(Words.text("nav.everyTenant"));
        tenant.setVisible(guard.onlyTenant() == null);
        tenant.addValueChangeListener(change -> {
            if (change.isFromClient()) {
                load();
            }
        });
        grouping.setLabel(Words.text("reports.groupBy"));
        grouping.setId("group-by");
        grouping.setItems(Grouping.offered());
        grouping.setItemLabelGenerator(ReportsView::label);
        grouping.setValue(Grouping.DEFAULT);
        grouping.addValueChangeListener(change -> load());
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setEmptyStateComponent(
                new EmptyState(
                        VaadinIcon.BAR_CHART,
                        Words.text("reports.empty"),
                        Words.text("reports.empty.next")));
        var space = new Div();
        space.addClassName("grow");
        var bar =
                new Div(
                        month,
                        tenant,
                        grouping,
                        space,
                        download(MonthlyFormat.XLSX),
                        download(MonthlyFormat.CSV),
                        download(MonthlyFormat.FOCUS),
                        download(MonthlyFormat.JSON));
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("reports.hint"));
        hint.addClassName("hint");
        add(bar, hint, grid);
        load();
    }

    private Anchor download(MonthlyFormat format) {
        var handler =
                DownloadHandler.fromInputStream(event -> {
                    var bytes =
                            files.of(format, month.getValue(), chosenTenant(), grouping.getValue());
                    return new DownloadResponse(
                            new ByteArrayInputStream(bytes),
                            format.fileName(month.getValue()),
                            format.mediaType(),
                            bytes.length);
                });
        var link =
                new Anchor(
                        handler,
                        AttachmentType.DOWNLOAD,
                        Words.text("reports.download." + format.text()));
        link.addClassName("download");
        link.setId("download-" + format.text());
        link.addComponentAsFirst(VaadinIcon.DOWNLOAD_ALT.create());
        return link;
    }

    private MonthlyReport report() {
        return reports.of(month.getValue(), chosenTenant(), grouping.getValue());
    }

    private @Nullable String chosenTenant() {
        var only = guard.onlyTenant();
        return only != null ? only : tenant.getValue();
    }

    private void load() {
        Notices.attempt(() -> {
            var report = report();
            setUpColumns(report);
            grid.setItems(report.lines());
            if (tenant.getValue() == null) {
                tenant.setItems(
                        report.lines().stream().map(Line::tenant).distinct().sorted().toList());
            }
            grid.recalculateColumnWidths();
        });
    }

    private static String label(@Nullable Grouping wanted) {
        return wanted == null
                ? ""
                : wanted.name()
                        .map(it -> Words.text("reports.by." + it.text()))
                        .orElseGet(() -> Words.text("reports.by.bill"));
    }

    private void setUpColumns(MonthlyReport report) {
        grid.removeAllColumns();
        Columns.text(grid, "word.tenant", Line::tenant);
        for (var dimension : report.grouping().ordered()) {
            Columns.text(grid, header(dimension), it -> it.of(dimension));
        }
        Columns.text(grid, "reports.kind", ReportsView::kind);
        var totals = report.totals();
        Columns.figure(grid, "reports.requests", it -> Figures.count(it.requests()))
                .setFooter(Columns.sum(Figures.count(totals.requests())));
        Columns.figure(grid, "requests.input", it -> Figures.count(it.tokens().input()))
                .setFooter(Columns.sum(Figures.count(totals.tokens().input())));
        Columns.figure(grid, "requests.output", it -> Figures.count(it.tokens().output()))
                .setFooter(Columns.sum(Figures.count(totals.tokens().output())));
        Columns.figure(grid, "word.cost", it -> Figures.money(it.cost(), it.currency()))
                .setFooter(
                        Columns.sum(
                                totals.costs().entrySet().stream()
                                        .map(it -> Figures.money(it.getValue(), it.getKey()))
                                        .collect(Collectors.joining(", "))));
    }

    private static String header(Dimension dimension) {
        return switch (dimension) {
            case APP -> "word.app";
            case BUSINESS_LINE -> "form.businessLine";
            case ALIAS -> "word.alias";
            case MODEL -> "word.model";
            case KEY -> "word.key";
            case SUB_KEY -> "word.subKey";
            case END_USER -> "receipt.endUser";
            case DAY -> "reports.day";
        };
    }

    /** What moved the money where it was no call of the month. */
    private static String kind(Line line) {
        var kind = Words.text("reports.kind." + line.kind());
        if (line.reason() != null) {
            return kind + ": " + line.reason();
        }
        return line.kind().equals(Line.USAGE) || line.usedIn() == null
                ? kind
                : kind + " " + line.usedIn();
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.reports");
    }
}
