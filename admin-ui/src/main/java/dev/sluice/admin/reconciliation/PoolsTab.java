package dev.sluice.admin.reconciliation;

import com.vaadin.flow.component.grid.Grid;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.AttachmentType;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.select.Select;
import com.vaadin.flow.server.streams.DownloadHandler;
import com.vaadin.flow.server.streams.DownloadResponse;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Columns;
import dev.sluice.admin.components.EmptyState;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Tile;
import dev.sluice.admin.components.Words;
import dev.sluice.control.allocation.PoolReport.Pool;
import dev.sluice.control.allocation.PoolReport.Share;
import dev.sluice.control.allocation.PoolReports;
import dev.sluice.model.money.Money;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What each pool cost in a month, and who bears how much of it. */
class PoolsTab extends Div {
    private static final int MONTHS = 13;

    private final transient PoolReports reports;
    private final Select<YearMonth> month = new Select<>();
    private final Div pools = new Div();

    PoolsTab(PoolReports reports, Clock clock) {
        this.reports = reports;
        addClassName("tab-page");
        var current = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        month.setLabel(Words.text("reports.month"));
        month.setItems(Stream.iterate(current, it -> it.minusMonths(1)).limit(MONTHS).toList());
        month.setValue(current);
        month.addValueChangeListener(change -> load());
        var space = new Div();
        space.addClassName("grow");
        var bar = new Div(month, space, download());
        bar.addClassName("toolbar");
        var hint = new Span(Words.text("pools.hint"));
        hint.addClassName("hint");
        pools.addClassName("pools");
        add(bar, hint, pools);
        load();
    }

    private Anchor download() {
        var handler =
                DownloadHandler.fromInputStream(event -> {
                    var bytes = reports.csv(month.getValue()).getBytes(StandardCharsets.UTF_8);
                    return new DownloadResponse(
                            new ByteArrayInputStream(bytes),
                            "sluice-pools-" + month.getValue() + ".csv",
                            "text/csv;charset=UTF-8",
                            bytes.length);
                });
        var link = new Anchor(handler, AttachmentType.DOWNLOAD, Words.text("reports.download.csv"));
        link.addClassName("download");
        link.addComponentAsFirst(VaadinIcon.DOWNLOAD_ALT.create());
        return link;
    }

    private void load() {
        Notices.attempt(() -> {
            var report = reports.of(month.getValue());
            pools.removeAll();
            report.pools().forEach(pool -> pools.add(card(pool, report.currency())));
            if (report.pools().isEmpty()) {
                pools.add(
                        new EmptyState(
                                VaadinIcon.SERVER,
                                Words.text("pools.empty"),
                                Words.text("pools.empty.next")));
            }
        });
    }

    private static Card card(Pool pool, String currency) {
        var tiles = new Div();
        tiles.addClassName("tiles");
        tile(
                tiles,
                "pools.cost",
                Figures.moneyBrief(pool.cost(), currency),
                Words.text("pools.gpuHours", pool.gpuHours().toPlainString()));
        tile(
                tiles,
                "pools.listValue",
                Figures.moneyBrief(pool.listValue(), currency),
                Words.text("pools.requests", Figures.count(pool.requests())));
        tile(
                tiles,
                "pools.weighted",
                Figures.brief(pool.weightedTokens().doubleValue()),
                pool.capacity() == null
                        ? Words.text("pools.noCapacity")
                        : Words.text(
                                "pools.capacity", Figures.brief(pool.capacity().doubleValue())));
        tile(tiles, "pools.perMillion", brief(pool.costPerMillion(), currency), "");
        tile(
                tiles,
                "pools.idle",
                pool.idlePercent() == null
                        ? Figures.NONE
                        : pool.idlePercent().toPlainString() + " %",
                brief(pool.idleCost(), currency));
        Grid<Share> grid = Columns.grid();
        grid.setSelectionMode(Grid.SelectionMode.NONE);
        grid.setAllRowsVisible(true);
        Columns.text(grid, "word.tenant", Share::tenant);
        Columns.text(grid, "word.app", Share::app);
        Columns.figure(grid, "reports.requests", it -> Figures.count(it.requests()));
        Columns.figure(
                grid, "pools.weighted", it -> Figures.count(it.weightedTokens().longValue()));
        Columns.figure(grid, "pools.listValue", it -> Figures.money(it.listValue(), currency));
        Columns.figure(grid, "pools.share", it -> Figures.money(it.cost(), currency));
        grid.setItems(pool.shares());
        var card = new Card(pool.upstream(), tiles);
        if (pool.shares().isEmpty()) {
            var unused = new Span(Words.text("pools.unused"));
            unused.addClassName("hint");
            card.add(unused);
        } else {
            card.add(grid);
        }
        return card;
    }

    private static void tile(Div tiles, String key, String figure, String remark) {
        var tile = new Tile(Words.text(key));
        tile.show(figure, remark);
        tiles.add(tile);
    }

    private static String brief(@Nullable Money amount, String currency) {
        return amount == null ? Figures.NONE : Figures.moneyBrief(amount, currency);
    }
}
