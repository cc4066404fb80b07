package dev.sluice.control.anomalies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.calendar.TenantCalendar;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/**
 * Ten weeks of an office's traffic over a change of clocks, judged by a clock of the test's own.
 */
class AnomaliesIT extends ControlPlaneTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** Summer time begins on March 26. */
    private static final LocalDateTime FIRST = LocalDateTime.parse("2023-02-06T00:00");

    private static final LocalDateTime MONDAY = LocalDateTime.parse("2023-04-17T10:00");

    @Autowired private AppHours hours;
    @Autowired private AnomalyStore store;
    @Autowired private TenantCalendar calendar;
    @Autowired private Alerts alerts;
    @Autowired private TransactionTemplate transaction;

    private final String tenant = "odd-" + UUID.randomUUID();
    private final Random random = new Random(7);

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        database.sql("DELETE FROM anomaly").update();
        var file =
                """
                apiVersion: sluice/v1
                currency: EUR
                tenants: [{name: %s, timeZone: Europe/Berlin}, {name: foreign}]
                """
                        .formatted(tenant);
        Sample.expect(admin().apply(file), 200);
    }

    /** Busy from nine to five on working days, with a third more or less, and quiet else. */
    private void weeks(String app, LocalDateTime from, LocalDateTime to) {
        for (var hour = from; hour.isBefore(to); hour = hour.plusHours(1)) {
            if (BERLIN.getRules().getValidOffsets(hour).isEmpty()) {
                continue;
            }
            var isBusy =
                    hour.getHour() >= 9
                            && hour.getHour() < 17
                            && hour.getDayOfWeek().getValue() <= DayOfWeek.FRIDAY.getValue();
            var calls = Math.round((isBusy ? 300 : 3) * (0.7 + 0.6 * random.nextDouble()));
            hour(app, hour, calls, calls / 100, 1);
        }
    }

    private void hour(String app, LocalDateTime at, long calls, long failed, int factor) {
        database.sql(
                        """
                        INSERT INTO usage_quarter_hour
                        SELECT :at, :tenant, :app, 'k', '', '', 'chat', 'm', 'u', 'EUR', :calls,
                               :calls - :failed, :failed, 0, 0, 0, 0, 0, :calls * 1000 * :factor, 0, 0,
                               :calls * 100 * :factor, 0, 0, 0, :calls * 1000000 * :factor, 0, 0,
                               :calls * 900, :calls * 200, :calls, 0, DATE '2023-01-01',
                               DATE '2023-01-01'
                        """)
                .param("at", at.atZone(BERLIN).toInstant().atOffset(ZoneOffset.UTC))
                .param("tenant", tenant)
                .param("app", app)
                .param("calls", calls)
                .param("failed", failed)
                .param("factor", factor)
                .update();
        database.sql(
                        """
                        INSERT INTO usage_day
                        SELECT :day, :tenant, :app, 'k', '', '', 'chat', 'm', 'u', 'EUR', 1, 1, 0, 0,
                               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                               DATE '2023-01-01', DATE '2023-01-01'
                        ON CONFLICT DO NOTHING
                        """)
                .param("day", at.atZone(BERLIN).toInstant().atOffset(ZoneOffset.UTC).toLocalDate())
                .param("tenant", tenant)
                .param("app", app)
                .update();
    }

    /** Ten minutes after the hour is over. */
    private void judge(LocalDateTime hour) {
        var now = hour.plusHours(1).plusMinutes(10).atZone(BERLIN).toInstant();
        var settings = new AnomalySettings(Duration.ofMinutes(5), Duration.ofMinutes(10));
        new AnomalyWatch(
                        hours,
                        store,
                        calendar,
                        settings,
                        alerts,
                        transaction,
                        Clock.fixed(now, ZoneOffset.UTC))
                .look();
    }

    private JsonNode found() {
        return admin().get("/api/v1/anomalies?tenant=" + tenant).json().path("items");
    }

    private List<String> metrics() {
        return found().valueStream()
                .map(it -> it.path("metric").asString() + " " + it.path("direction").asString())
                .toList();
    }

    @Test
    void isNotAlarmedByTheRhythmOfAWeekOrAChangeOfClocks() {
        weeks("bot", FIRST, LocalDateTime.parse("2023-04-24T00:00"));

        for (var hour = LocalDateTime.parse("2023-03-24T00:00");
                hour.isBefore(LocalDateTime.parse("2023-04-02T00:00"));
                hour = hour.plusHours(1)) {
            judge(hour);
        }

        assertThat(found()).isEmpty();
    }

    @Test
    void isAlarmedOnceByAnHourOfTenTimesTheUsual() {
        weeks("bot", FIRST, MONDAY);
        hour("bot", MONDAY, 300, 3, 10);

        judge(MONDAY);
        judge(MONDAY);

        assertThat(metrics()).containsExactly("spend above", "tokens above");
        var spend = found().path(0);
        assertThat(spend.path("value").asDouble()).isEqualTo(3.0);
        assertThat(spend.path("usual").asDouble()).isBetween(0.2, 0.4);
        assertThat(spend.path("hour").asString()).isEqualTo("2023-04-17T08:00:00Z");
        assertThat(spend.path("currency").asString()).isEqualTo("EUR");
        var told = admin().get("/api/v1/alerts?tenant=" + tenant).json().path("items");
        assertThat(told.valueStream())
                .extracting(it -> it.path("text").asString())
                .hasSize(2)
                .anyMatch(it ->
                        it.startsWith("spend of " + tenant + "/bot in the hour from")
                                && it.contains("was 3 EUR, far above the usual 0."));
    }

    @Test
    void isAlarmedByErrorsAndBySilence() {
        weeks("bot", FIRST, MONDAY);
        hour("bot", MONDAY, 300, 150, 1);

        judge(MONDAY);
        assertThat(metrics()).containsExactly("error-rate above");

        judge(MONDAY.plusHours(1));
        assertThat(metrics()).containsExactly("spend below", "tokens below", "error-rate above");
    }

    @Test
    void leavesNewAndQuietAppsAlone() {
        weeks("new", MONDAY.minusWeeks(3), MONDAY);
        hour("new", MONDAY, 9_000, 4_000, 10);
        weeks("quiet", FIRST, FIRST.plusHours(1));
        hour("quiet", MONDAY, 19, 19, 1_000);

        judge(MONDAY);

        assertThat(found()).isEmpty();
    }

    @Test
    void canBeAcknowledgedByThoseWhoAnswerForTheTenant() {
        weeks("bot", FIRST, MONDAY);
        hour("bot", MONDAY, 300, 3, 10);
        judge(MONDAY);
        var id = found().path(0).path("id").asString();
        var path = "/api/v1/anomalies/" + id + "/acknowledge";
        var member = token(Map.of("name", "m", "roles", List.of("member"), "tenant", tenant));
        var far = token(Map.of("name", "f", "roles", List.of("tenant-admin"), "tenant", "foreign"));

        assertThat(member.get("/api/v1/anomalies").json().path("items")).hasSize(2);
        assertThat(member.post(path, Map.of()).status()).isEqualTo(403);
        assertThat(far.post(path, Map.of()).status()).isEqualTo(404);
        assertThat(far.get("/api/v1/anomalies").json().path("items")).isEmpty();
        var acknowledged = Sample.expect(admin().post(path, Map.of()), 200).json();
        assertThat(acknowledged.path("acknowledgedBy").asString()).isEqualTo("admin");
        var open = admin().get("/api/v1/anomalies?open=true&tenant=" + tenant).json();
        assertThat(open.path("items")).hasSize(1);
    }
}
