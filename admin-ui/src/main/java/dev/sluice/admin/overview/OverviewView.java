package dev.sluice.admin.overview;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.RouteAlias;
import dev.sluice.admin.components.Card;
import dev.sluice.admin.components.Figures;
import dev.sluice.admin.components.LineChart;
import dev.sluice.admin.components.LineChart.Line;
import dev.sluice.admin.components.Notices;
import dev.sluice.admin.components.Refresh;
import dev.sluice.admin.components.Tile;
import dev.sluice.admin.components.Words;
import dev.sluice.control.fleet.FleetService;
import dev.sluice.control.overview.OverviewService;
import dev.sluice.control.overview.Spend;
import dev.sluice.control.overview.Traffic;
import dev.sluice.control.overview.TrafficPoint;
import dev.sluice.control.security.AccessGuard;
import jakarta.annotation.security.PermitAll;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the gateway is doing now and what it cost. */
@Route("")
@RouteAlias("overview")
@PermitAll
class OverviewView extends Div implements HasDynamicTitle {
    private static final int PERIOD_MS = 3_000;
    private static final String ACCENT = "#0f766e";
    private static final String ALARM = "#c2302b";
    private static final String MONEY = "#4f6bd8";

    private final transient OverviewService service;
    private final transient FleetService fleet;
    private final boolean seesFleet;
    private final Tile rate = new Tile(Words.text("overview.rate"));
    private final Tile success = new Tile(Words.text("overview.success"));
    private final Tile latency = new Tile(Words.text("overview.latency"));
    private final Tile firstToken = new Tile(Words.text("overview.firstToken"));
    private final Tile today = new Tile(Words.text("overview.today"));
    private final Tile month = new Tile(Words.text("overview.month"));
    private final LineChart requests =
            new LineChart(
                    "/s",
                    new Line(Words.text("overview.chart.requests"), ACCENT, true),
                    new Line(Words.text("overview.chart.failed"), ALARM, false));
    private final LineChart spend =
            new LineChart("", new Line(Words.text("overview.chart.spend"), MONEY, true));
    private final TopShares topApps = new TopShares();
    private final TopShares topModels = new TopShares();
    private final FleetCard fleetCard = new FleetCard();
    private final Div trouble = new Div();

    OverviewView(OverviewService service, FleetService fleet, AccessGuard guard) {
        this.service = service;
        this.fleet = fleet;
        this.seesFleet = guard.maySeePlatform();
        addClassName("page");
        trouble.addClassName("form-fault");
        trouble.setVisible(false);
        var tiles = new Div(rate, success, latency, firstToken, today, month);
        tiles.addClassName("tiles");
        var charts =
                columns(
                        new Card(
                                Words.text("overview.chart.requests"),
                                Words.text("overview.chart.requests.span"),
                                requests),
                        new Card(
                                Words.text("overview.chart.spend"),
                                Words.text("overview.chart.spend.span"),
                                spend));
        var tops =
                columns(
                        new Card(
                                Words.text("overview.topApps"),
                                Words.text("overview.thisMonth"),
                                topApps),
                        new Card(
                                Words.text("overview.topModels"),
                                Words.text("overview.thisMonth"),
                                topModels));
        if (seesFleet) {
            tops.add(fleetCard);
        }
        add(trouble, tiles, charts, tops);
        refresh();
        Refresh.every(PERIOD_MS, this, this::refresh);
    }

    private static Div columns(Card... cards) {
        var columns = new Div(cards);
        columns.addClassName("columns");
        return columns;
    }

    private void refresh() {
        try {
            show(service.traffic());
            show(service.spend(ZoneOffset.UTC));
            if (seesFleet) {
                fleetCard.show(fleet.fleet());
            }
            trouble.setVisible(false);
        } catch (RuntimeException failure) {
            trouble.setText(Notices.reason(failure));
            trouble.setVisible(true);
        }
    }

    private void show(Traffic traffic) {
        var stepSeconds = traffic.step().toSeconds();
        var points = traffic.points();
        var newest = points.isEmpty() ? 0 : points.getLast().requests();
        rate.show(
                Figures.brief((double) newest / stepSeconds) + " /s",
                Words.text("overview.rate.note", Figures.count(traffic.requests())));
        var share = traffic.successRate();
        success.show(
                share == null ? Figures.NONE : Figures.percent(share),
                Words.text(
                        "overview.success.note",
                        Figures.count(traffic.unsuccessful()),
                        Figures.count(traffic.rejected())));
        latency.show(
                Figures.millis(traffic.p50Ms()),
                Words.text("overview.p99", Figures.millis(traffic.p99Ms())));
        firstToken.show(
                Figures.millis(traffic.firstTokenP50Ms()),
                Words.text("overview.p99", Figures.millis(traffic.firstTokenP99Ms())));
        requests.show(
                points.stream().map(TrafficPoint::at).toList(),
                List.of(
                        perSecond(points, TrafficPoint::requests, stepSeconds),
                        perSecond(points, TrafficPoint::unsuccessful, stepSeconds)));
    }

    private static List<@Nullable Double> perSecond(
            List<TrafficPoint> points,
            java.util.function.ToLongFunction<TrafficPoint> count,
            long stepSeconds) {
        return points.stream()
                .<@Nullable Double>map(point -> (double) count.applyAsLong(point) / stepSeconds)
                .toList();
    }

    private void show(Spend money) {
        today.show(
                Figures.moneyBrief(money.today(), money.currency()),
                Words.text("overview.today.note"));
        month.show(
                Figures.moneyBrief(money.thisMonth(), money.currency()),
                Words.text("overview.month.note"));
        spend.show(
                money.hours().stream().map(Spend.Hour::at).toList(),
                List.of(
                        money.hours().stream()
                                .<@Nullable Double>map(
                                        hour -> hour.cost().toBigDecimal().doubleValue())
                                .toList()));
        topApps.show(money.topApps(), money.currency());
        topModels.show(money.topModels(), money.currency());
    }

    @Override
    public String getPageTitle() {
        return Words.text("page.overview");
    }
}
