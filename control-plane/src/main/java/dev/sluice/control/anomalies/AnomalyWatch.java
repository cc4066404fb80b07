package dev.sluice.control.anomalies;

import dev.sluice.control.alerts.AlertKind;
import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.anomalies.AppHours.App;
import dev.sluice.control.anomalies.AppHours.At;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.rounds.PeriodicLook;
import dev.sluice.model.id.Uuid7;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares each app's last whole hour with the same hour of the weeks before, by its tenant's
 * clock. Each control plane may run it: what one has found, another finds there.
 */
@Component
final class AnomalyWatch extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(AnomalyWatch.class);

    private final AppHours hours;
    private final AnomalyStore store;
    private final TenantCalendar calendar;
    private final AnomalySettings settings;
    private final Alerts alerts;
    private final TransactionTemplate transaction;
    private final Clock clock;

    AnomalyWatch(
            AppHours hours,
            AnomalyStore store,
            TenantCalendar calendar,
            AnomalySettings settings,
            Alerts alerts,
            TransactionTemplate transaction,
            Clock clock) {
        super("anomaly-watch", settings.every());
        this.hours = hours;
        this.store = store;
        this.calendar = calendar;
        this.settings = settings;
        this.alerts = alerts;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Override
    protected void look() {
        try {
            judge(
                    clock.instant()
                            .minus(settings.settle())
                            .truncatedTo(ChronoUnit.HOURS)
                            .minus(Duration.ofHours(1)));
        } catch (DataAccessException | TransactionException away) {
            LOG.warn("the database does not answer: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("looking for anomalies failed", bug);
        }
    }

    private void judge(Instant hour) {
        var first = hours.firstDays(hour.minus(Duration.ofDays(7L * Habit.WEEKS + 1)));
        var before = new HashMap<ZoneId, List<Instant>>();
        for (var app : first.keySet()) {
            before.computeIfAbsent(zoneOf(app), zone -> weeksBefore(hour, zone));
        }
        var wanted = new HashSet<Instant>(List.of(hour));
        before.values().forEach(wanted::addAll);
        var known = hours.of(wanted);
        first.forEach((app, day) -> judge(app, hour, known, weeks(app, day, known, before)));
    }

    private ZoneId zoneOf(App app) {
        return calendar.clocks().of(app.tenant()).zone();
    }

    /** People come at nine by their clocks, also after these were changed. */
    private static List<Instant> weeksBefore(Instant hour, ZoneId zone) {
        var local = hour.atZone(zone);
        var weeks = new ArrayList<Instant>();
        for (int week = 1; week <= Habit.WEEKS; week++) {
            weeks.add(local.minusWeeks(week).toInstant().truncatedTo(ChronoUnit.HOURS));
        }
        return weeks;
    }

    /** Those since the app was first used; one without calls is an hour like others. */
    private List<Hour> weeks(
            App app, LocalDate firstDay, Map<At, Hour> known, Map<ZoneId, List<Instant>> before) {
        var since = firstDay.atStartOfDay(ZoneOffset.UTC).toInstant();
        return before.getOrDefault(zoneOf(app), List.of()).stream()
                .filter(it -> !it.isBefore(since))
                .map(it -> known.getOrDefault(new At(app, it), Hour.NOTHING))
                .toList();
    }

    private void judge(App app, Instant hour, Map<At, Hour> known, List<Hour> weeks) {
        var now = known.getOrDefault(new At(app, hour), Hour.NOTHING);
        // Little against little is nothing, whatever the ratio.
        var busiest = Stream.concat(weeks.stream(), Stream.of(now)).mapToLong(Hour::calls).max();
        if (busiest.orElse(0) < Habit.LEAST_CALLS) {
            return;
        }
        for (var metric : Metric.values()) {
            var value = metric.of(now);
            var habit = Habit.of(metric, weeks);
            if (value.isPresent()
                    && habit.isPresent()
                    && habit.get().isFar(value.getAsDouble(), metric)) {
                note(app, hour, metric, now, value.getAsDouble(), habit.get(), weeks);
            }
        }
    }

    private void note(
            App app,
            Instant hour,
            Metric metric,
            Hour now,
            double value,
            Habit habit,
            List<Hour> weeks) {
        var usualCalls =
                weeks.stream().mapToLong(Hour::calls).sorted().skip(weeks.size() / 2).findFirst();
        // Too much takes calls now, too little takes calls before.
        if ((value > habit.usual() ? now.calls() : usualCalls.orElse(0)) < Habit.LEAST_CALLS) {
            return;
        }
        var found =
                new Anomaly(
                        Uuid7.at(clock.millis()),
                        app.tenant(),
                        app.name(),
                        metric,
                        hour,
                        value,
                        habit.usual(),
                        habit.spread(),
                        value > habit.usual() ? "above" : "below",
                        now.calls(),
                        calendar.currencyOf(app.tenant()),
                        clock.instant(),
                        null,
                        null);
        transaction.executeWithoutResult(status -> {
            if (store.add(found)) {
                tell(store.byId(found.id()).orElseThrow());
            }
        });
    }

    private void tell(Anomaly found) {
        var text = found.text();
        LOG.warn("{}", text);
        alerts.raise(found.tenant(), AlertKind.ANOMALY, found.id().toString(), text, found);
    }
}
