package dev.sluice.control.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.control.alerts.Alert;
import dev.sluice.control.alerts.AlertKind;
import dev.sluice.control.alerts.Alerts;
import dev.sluice.control.calendar.ClosedMonths;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Alerts and the installation's own reports, brought to a real receiver. */
class AlertsIT extends ControlPlaneTest {
    @Autowired private Alerts alerts;
    @Autowired private Ledger ledger;
    @Autowired private ClosedMonths closed;
    @Autowired private DeliveryRounds rounds;
    @Autowired private TransactionTemplate transaction;

    private final String tenant = "told-" + UUID.randomUUID();

    /** The last body by path. */
    private final Map<String, JsonNode> received = Collections.synchronizedMap(new TreeMap<>());

    private volatile int answer = 204;
    private HttpServer receiver;

    @BeforeEach
    void start() throws IOException {
        CleanConfig.reset(database);
        database.sql("DELETE FROM report_delivery").update();
        database.sql("DELETE FROM alert").update();
        receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        receiver.createContext(
                "/",
                exchange -> {
                    var body = SluiceJson.mapper().readTree(exchange.getRequestBody());
                    if (answer == 204) {
                        received.put(exchange.getRequestURI().getPath(), body);
                    }
                    exchange.sendResponseHeaders(answer, -1);
                    exchange.close();
                });
        receiver.start();
        publish(
                """
                reports: {recipients: [{webhook: "URL/months", secret: house}]}
                alerts: {recipients: [{webhook: "URL/house", secret: house}]}
                tenants:
                  - name: %s
                    alerts: {recipients: [{webhook: "URL/team", secret: team}]}
                """
                        .formatted(tenant));
        Sample.expect(admin().put("/api/v1/reports/secrets/house", Map.of()), 200);
        Sample.expect(admin().put("/api/v1/reports/secrets/team?tenant=" + tenant, Map.of()), 200);
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
        CleanConfig.reset(database);
    }

    private void publish(String file) {
        var url = "http://127.0.0.1:" + receiver.getAddress().getPort();
        Sample.expect(admin().apply("apiVersion: sluice/v1\n" + file.replace("URL", url)), 200);
    }

    private void raise(String owner, String text) {
        transaction.executeWithoutResult(
                status -> alerts.raise(owner, AlertKind.ANOMALY, text, text, Map.of("calls", 7)));
    }

    private void lookAt(Instant now) {
        var settings =
                new DeliverySettings(
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(1),
                        3,
                        true,
                        new DeliverySettings.Smtp("", 0, "", "", "sluice@x.example", false));
        rounds.round(Clock.fixed(now, ZoneOffset.UTC), settings).run();
    }

    @Test
    void tellsTheTenantAndTheHouseOnce() {
        raise(tenant, "too many");
        raise(tenant, "too many");
        raise(Alert.INSTALLATION, "a bill differs");

        lookAt(Instant.now(Clock.systemUTC()));

        assertThat(received).containsOnlyKeys("/team", "/house");
        var body = received.get("/team");
        assertThat(body.path("type").asString()).isEqualTo("alert");
        assertThat(body.path("tenant").asString()).isEqualTo(tenant);
        assertThat(body.at("/alert/kind").asString()).isEqualTo("anomaly");
        assertThat(body.at("/alert/text").asString()).isEqualTo("too many");
        assertThat(body.at("/alert/details/calls").asInt()).isEqualTo(7);
        assertThat(deliveries(""))
                .extracting(it -> it.at("/alert/text").asString())
                .containsExactlyInAnyOrder("too many", "too many", "a bill differs");
        received.clear();
        lookAt(Instant.now(Clock.systemUTC()));
        assertThat(received).isEmpty();
    }

    @Test
    void tellsBothWhoNameTheSameReceiver() {
        publish(
                """
                alerts: {recipients: [{webhook: "URL/one", secret: house}]}
                tenants:
                  - name: %s
                    alerts: {recipients: [{webhook: "URL/one", secret: never-made}]}
                """
                        .formatted(tenant));
        raise(tenant, "heard by the house");

        lookAt(Instant.now(Clock.systemUTC()));

        assertThat(received).containsOnlyKeys("/one");
        assertThat(deliveries(""))
                .extracting(it -> it.path("tenant").asString() + it.path("state").asString())
                .containsExactlyInAnyOrder("delivered", tenant + "waiting");
    }

    @Test
    void triesAgainWhereNobodyTookIt() {
        raise(tenant, "too few");
        answer = 500;
        lookAt(Instant.now(Clock.systemUTC()));
        answer = 204;
        lookAt(Instant.now(Clock.systemUTC()));
        assertThat(received).isEmpty();

        lookAt(Instant.now(Clock.systemUTC()).plusSeconds(61));

        assertThat(received).containsOnlyKeys("/team", "/house");
    }

    @Test
    void isKeptWhereNobodyIsToBeTold() {
        publish("tenants: [{name: %s}]".formatted(tenant));
        raise(tenant, "unheard");

        lookAt(Instant.now(Clock.systemUTC()));
        publish(
                "tenants: [{name: %s, alerts: {recipients: [{webhook: 'URL/late', secret: team}]}}]"
                        .formatted(tenant));
        lookAt(Instant.now(Clock.systemUTC()));

        assertThat(received).isEmpty();
        assertThat(shown("?kind=anomaly&tenant=" + tenant)).containsExactly("unheard");
        assertThat(admin().get("/api/v1/alerts?kind=none").text())
                .contains("use one of anomaly, budget, reconciliation");
    }

    @Test
    void belongsToThoseOfTheTenant() {
        raise(tenant, "ours");
        raise("another", "theirs");
        raise(Alert.INSTALLATION, "the house's");
        var own = token(Map.of("name", "own", "roles", List.of("member"), "tenant", tenant));
        var boss =
                token(Map.of("name", "boss", "roles", List.of("tenant-admin"), "tenant", tenant));

        assertThat(own.get("/api/v1/alerts").json().path("items").valueStream())
                .extracting(it -> it.path("text").asString())
                .containsExactly("ours");
        assertThat(own.get("/api/v1/alerts?tenant=another").json().path("items")).isEmpty();
        assertThat(boss.put("/api/v1/reports/secrets/house", Map.of()).status()).isEqualTo(403);
    }

    @Test
    void sendsTheHouseTheMonthOfAllTenants() throws Exception {
        var used = Instant.parse("2022-05-10T12:00:00Z");
        var call = Calls.call(Uuid7.at(used.toEpochMilli()), UsageStatus.COMPLETED, 70, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));

        lookAt(Instant.parse("2022-06-01T17:59:59Z"));
        assertThat(received).isEmpty();
        lookAt(Instant.parse("2022-06-01T18:00:00Z"));

        var body = received.get("/months");
        assertThat(body.path("month").asString()).isEqualTo("2022-05");
        assertThat(body.path("closed").asBoolean()).isFalse();
        assertThat(body.at("/report/lines").valueStream())
                .extracting(it -> it.path("tenant").asString())
                .contains(tenant);
        assertThat(deliveries("")).hasSize(1);
        assertThat(deliveries("?tenant=" + tenant)).isEmpty();
    }

    @Test
    void takesAMonthForClosedOnceAllWithABillHaveClosedIt() throws Exception {
        var month = YearMonth.parse("2020-03");
        var id = Uuid7.at(Instant.parse("2020-03-10T12:00:00Z").toEpochMilli());
        var call = Calls.call(id, UsageStatus.COMPLETED, 70, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
        assertThat(closed.closedByAll(month)).isEmpty();

        var path = "/api/v1/periods/2020-03/close?tenant=" + tenant;
        Sample.expect(admin().send("POST", path, null), 200);

        assertThat(closed.closedByAll(month)).isPresent();
        assertThat(closed.closedByAll(month.minusMonths(1))).isEmpty();
    }

    @Test
    void namesWhatIsWrongWithARecipient() {
        assertThat(
                        admin().apply(
                                        "apiVersion: sluice/v1\nalerts: {recipients: [{webhook: 'https://a.b'}]}")
                                .text())
                .contains("alerts.recipients[0].secret", "goes with webhook");
        assertThat(
                        admin().apply(
                                        "apiVersion: sluice/v1\nalerts: {recipients: [{mail: a@b.c, formats: [csv]}]}")
                                .text())
                .contains("formats");
        assertThat(admin().get("/api/v1/config/export").text())
                .contains("alerts:", "/house", "reports:", "/months");
    }

    private List<String> shown(String query) {
        return admin().get("/api/v1/alerts" + query)
                .json()
                .path("items")
                .valueStream()
                .map(it -> it.path("text").asString())
                .toList();
    }

    private List<JsonNode> deliveries(String query) {
        return admin().get("/api/v1/reports/deliveries" + query)
                .json()
                .path("items")
                .valueStream()
                .toList();
    }
}
