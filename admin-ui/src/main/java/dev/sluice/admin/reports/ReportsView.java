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

/** A month's cost by app and model; what is downloaded is what is shown. */
@Route("reports")
@PermitAll
class ReportsView extends Div implements HasDynamicTitle {
    private static final int MONTHS = 13;

    private final transient MonthlyReports reports;
    private final transient MonthlyFiles files;
    private final transient AccessGuard guard;
    private final Select<YearMonth> month = new Select<>();
    private final Select<String> tenant = new Select<>();
    private final Grid<Line> grid = Columns.grid();
    private final Grid.Column<Line> requests;
    private final Grid.Column<Line> input;
    private final Grid.Column<Line> output;
    private final Grid.Column<Line> cost;

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
        grid.addClassName("fill");
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        Columns.text(grid, "word.tenant", Line::tenant);
        Columns.text(grid, "word.app", Line::app);
        Columns.text(grid, "form.businessLine", Line::businessLine);
        Columns.text(grid, "word.alias", Line::alias);
        Columns.text(grid, "word.model", Line::model);
        requests = Columns.figure(grid, "reports.requests", it -> Figures.count(it.requests()));
        input = Columns.figure(grid, "requests.input", it -> Figures.count(it.tokens().input()));
        output = Columns.figure(grid, "requests.output", it -> Figures.count(it.tokens().output()));
        cost = Columns.figure(grid, "word.cost", it -> Figures.money(it.cost(), it.currency()));
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
                    var bytes = files.of(format, month.getValue(), chosenTenant());
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
        return reports.of(month.getValue(), chosenTenant());
    }

    private @Nullable String chosenTenant() {
        var only = guard.onlyTenant();
        return only != null ? only : tenant.getValue();
    }

    private void load() {
        Notices.attempt(() -> {
            var report = report();
            grid.setItems(report.lines());
            if (tenant.getValue() == null) {
                tenant.setItems(
                        report.lines().stream().map(Line::tenant).distinct().sorted().toList());
            }
            showTotals(report);
        });
    }

    private void showTotals(MonthlyReport report) {
        var totals = report.totals();
        requests.setFooter(sum(Figures.count(totals.requests())));
        input.setFooter(sum(Figures.count(totals.tokens().input())));
        output.setFooter(sum(Figures.count(totals.tokens().output())));
        cost.setFooter(
                sum(
                        totals.costs().entrySet().stream()
                                .map(it -> Figures.money(it.getValue(), it.getKey()))
                                .collect(Collectors.joining(", "))));
        grid.recalculateColumnWidths();
    }

    private static Span sum(String text) {
        var sum = new Span(text);
        sum.addClassNames("figure", "sum");
        return sum;
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.reports");
    }
}
