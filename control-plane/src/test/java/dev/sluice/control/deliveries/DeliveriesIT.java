package dev.sluice.control.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageStatus;
import jakarta.mail.internet.MimeMultipart;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Rounds of the test's own, by its own clock, to a real mail server and a real receiver. */
class DeliveriesIT extends ControlPlaneTest {
    private static final Instant USED = Instant.parse("2022-02-10T12:00:00Z");

    @Autowired private Ledger ledger;

    @Autowired private DeliveryRounds rounds;

    private record Received(Map<String, String> headers, byte[] body) {
        JsonNode json() {
            return SluiceJson.mapper().readTree(body);
        }
    }

    private final String tenant = "sent-" + UUID.randomUUID();
    private final String address = tenant + "@finance.example";
    private final GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    private final List<Received> received = Collections.synchronizedList(new ArrayList<>());
    private volatile int answer = 200;
    private volatile boolean isEndless;
    private HttpServer receiver;

    @BeforeEach
    void start() throws Exception {
        CleanConfig.reset(database);
        database.sql("DELETE FROM report_delivery_try").update();
        database.sql("DELETE FROM report_delivery").update();
        mails.start();
        receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        receiver.createContext(
                "/month",
                exchange -> {
                    var headers = new java.util.TreeMap<String, String>();
                    exchange.getRequestHeaders()
                            .forEach((name, values) ->
                                    headers.put(
                                            name.toLowerCase(java.util.Locale.ROOT),
                                            values.getFirst()));
                    var body = exchange.getRequestBody().readAllBytes();
                    if (answer / 100 == 2) {
                        received.add(new Received(headers, body));
                    }
                    exchange.sendResponseHeaders(answer, isEndless ? 0 : -1);
                    if (isEndless) {
                        exchange.getResponseBody().write('.');
                        exchange.getResponseBody().flush();
                    } else {
                        exchange.close();
                    }
                });
        receiver.start();
        var call = Calls.call(Uuid7.at(USED.toEpochMilli()), UsageStatus.COMPLETED, 70, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
        mails.stop();
    }

    private void publish(String zone, String when) {
        Sample.expect(admin().apply(file(tenant, zone, when)), 200);
    }

    private String file(String tenant, String zone, String when) {
        return """
        apiVersion: sluice/v1
        currency: USD
        tenants:
          - name: %s
            timeZone: %s
            reports:
              when: %s
              recipients:
                - {mail: "%s", formats: [xlsx, csv]}
                - {webhook: "http://127.0.0.1:%d/month", secret: finance, formats: [csv]}
        """
                .formatted(tenant, zone, when, address, receiver.getAddress().getPort());
    }

    private String secret() {
        var path = "/api/v1/reports/secrets/finance?tenant=" + tenant;
        return Sample.expect(admin().put(path, Map.of()), 200).json().path("secret").asString();
    }

    private Runnable roundAt(String now) {
        return round(Clock.fixed(Instant.parse(now), ZoneOffset.UTC), true);
    }

    private Runnable round(Clock clock, boolean privateAddresses) {
        var smtp =
                new DeliverySettings.Smtp(
                        "127.0.0.1", mails.getSmtp().getPort(), "", "", "sluice@x.example", false);
        var settings =
                new DeliverySettings(
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(1),
                        3,
                        privateAddresses,
                        smtp);
        return rounds.round(clock, settings);
    }

    private JsonNode log() {
        return items(tenant);
    }

    private JsonNode items(String tenant) {
        return admin().get("/api/v1/reports/deliveries?tenant=" + tenant).json().path("items");
    }

    @Test
    void sendsTheMonthOnTheFirstInTheTenantsZone() throws Exception {
        publish("America/New_York", "month-end");
        var secret = secret();

        // 06:00 in New York is 11:00 UTC in winter.
        roundAt("2022-03-01T10:59:59Z").run();
        assertThat(log()).isEmpty();
        roundAt("2022-03-01T11:00:00Z").run();
        roundAt("2022-03-01T11:01:00Z").run();

        assertThat(mails.getReceivedMessages()).hasSize(1);
        var mail = mails.getReceivedMessages()[0];
        assertThat(mail.getSubject()).isEqualTo("Sluice: " + tenant + ", 2022-02");
        var parts = (MimeMultipart) mail.getContent();
        assertThat(parts.getCount()).isEqualTo(3);
        assertThat(parts.getBodyPart(1).getFileName()).isEqualTo("sluice-2022-02.xlsx");
        assertThat(
                        new String(
                                parts.getBodyPart(2).getInputStream().readAllBytes(),
                                StandardCharsets.UTF_8))
                .isEqualTo(
                        admin().get(
                                        "/api/v1/reports/monthly?month=2022-02&format=csv&tenant="
                                                + tenant)
                                .text());
        assertThat(received).hasSize(1);
        var post = received.getFirst();
        var timestamp = post.headers().get("x-sluice-timestamp");
        assertThat(timestamp).isEqualTo("1646132400");
        assertThat(post.headers().get("x-sluice-signature"))
                .isEqualTo("v1=" + WebhookCaller.signature(secret, timestamp, post.body()));
        assertThat(post.json().path("report").path("totals").path("cost").asString())
                .isEqualTo("0.00000007");
        assertThat(post.json().path("files").path(0).path("name").asString())
                .isEqualTo("sluice-2022-02.csv");
        assertThat(log().valueStream().map(it -> it.path("state").asString()))
                .containsExactly("delivered", "delivered");
    }

    @Test
    void triesAgainLaterUntilItIsTakenAndThenNeverAgain() {
        publish("UTC", "month-end");
        answer = 503;

        roundAt("2022-03-01T06:00:00Z").run();
        var first = webhook();
        assertThat(first.path("lastFault").asString()).contains("no secret 'finance'");
        secret();
        roundAt("2022-03-01T06:00:59Z").run();
        assertThat(webhook().path("tries").asInt()).isEqualTo(1);
        roundAt("2022-03-01T06:01:00Z").run();
        assertThat(webhook().path("lastFault").asString()).contains("answered 503");
        assertThat(webhook().path("dueAt").asString()).isEqualTo("2022-03-01T06:03:00Z");
        roundAt("2022-03-01T06:03:00Z").run();
        assertThat(webhook().path("state").asString()).isEqualTo("failed");

        answer = 204;
        roundAt("2022-03-02T06:03:00Z").run();
        assertThat(received).isEmpty();
        var retry = "/api/v1/reports/deliveries/" + first.path("id").asString() + "/retry";
        Sample.expect(admin().post(retry, Map.of()), 202);
        round(Clock.systemUTC(), true).run();
        assertThat(received).hasSize(1);
        assertThat(webhook().path("log")).hasSize(4);
        assertThat(admin().post(retry, Map.of()).status()).isEqualTo(409);
        assertThat(mails.getReceivedMessages()).hasSize(1);
    }

    private JsonNode webhook() {
        return log().valueStream()
                .filter(it -> it.path("kind").asString().equals("webhook"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sendsOnceHoweverManyControlPlanesThereAre() throws Exception {
        publish("UTC", "month-end");
        secret();
        try (var nodes = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                nodes.submit(() -> roundAt("2022-03-01T06:00:00Z").run());
            }
        }

        assertThat(received).hasSize(1);
        assertThat(mails.getReceivedMessages()).hasSize(1);
    }

    @Test
    void leavesToAnotherWhatItHoldsUntilThatIsTakenForDead() {
        publish("UTC", "month-end");
        secret();
        roundAt("2022-03-01T05:59:00Z").run();
        database.sql(
                        """
                        INSERT INTO report_delivery
                            (id, tenant, month, kind, address, secret, formats, state, tries,
                             due_at, planned_at, delivered_at, last_fault, held_until)
                        VALUES (gen_random_uuid(), ?, '2022-02-01', 'mail', ?, NULL, 'csv',
                                'waiting', 0, '2022-03-01T06:00Z', '2022-03-01T06:00Z', NULL, NULL,
                                '2022-03-01T06:10Z')
                        """)
                .params(tenant, address)
                .update();

        roundAt("2022-03-01T06:09:59Z").run();
        assertThat(received).hasSize(1);
        assertThat(mails.getReceivedMessages()).isEmpty();
        roundAt("2022-03-01T06:10:00Z").run();

        assertThat(mails.getReceivedMessages()).hasSize(1);
    }

    @Test
    void sendsNoMonthThatWasOverBeforeTheTenantWasThere() {
        CleanConfig.reset(database);
        var fresh = "fresh-" + UUID.randomUUID();
        Sample.expect(admin().apply(file(fresh, "UTC", "month-end")), 200);

        roundAt("2022-03-01T06:00:00Z").run();
        assertThat(items(fresh)).isEmpty();
        var later = YearMonth.now(ZoneOffset.UTC).plusMonths(2).atDay(2).atTime(6, 0);
        round(Clock.fixed(later.toInstant(ZoneOffset.UTC), ZoneOffset.UTC), true).run();

        assertThat(items(fresh)).hasSize(2);
    }

    @Test
    void waitsForTheCloseWhereItIsToBeFinal() {
        publish("UTC", "month-close");
        secret();
        roundAt("2022-03-02T00:00:00Z").run();
        assertThat(received).isEmpty();

        var close = "/api/v1/periods/2022-02/close?tenant=" + tenant;
        Sample.expect(admin().send("POST", close, null), 200);
        roundAt("2022-03-05T00:00:00Z").run();

        assertThat(received).hasSize(1);
        assertThat(received.getFirst().json().path("closed").asBoolean()).isTrue();
    }

    @Test
    @Timeout(60)
    void waitsForNoAnswersEnd() {
        publish("UTC", "month-end");
        secret();
        isEndless = true;

        roundAt("2022-03-01T06:00:00Z").run();

        assertThat(received).hasSize(1);
        assertThat(webhook().path("state").asString()).isEqualTo("delivered");
    }

    @Test
    void sendsNothingToWhoeverIsNoLongerNamed() {
        publish("UTC", "month-end");
        roundAt("2022-03-01T06:00:00Z").run(); // there is no secret yet
        secret();
        Sample.expect(
                admin().apply("apiVersion: sluice/v1\ntenants: [{name: %s}]".formatted(tenant)),
                200);

        roundAt("2022-03-01T06:01:00Z").run();

        assertThat(received).isEmpty();
        assertThat(webhook().path("lastFault").asString()).contains("no longer named");
    }

    @Test
    void leadsNoWebhookIntoTheHouse() {
        publish("UTC", "month-end");
        secret();

        round(Clock.fixed(Instant.parse("2022-03-01T06:00:00Z"), ZoneOffset.UTC), false).run();

        assertThat(received).isEmpty();
        assertThat(webhook().path("lastFault").asString()).contains("has to be https");
    }

    @Test
    void belongsToThoseOfTheTenant() {
        publish("UTC", "month-end");
        roundAt("2022-03-01T06:00:00Z").run();
        var own = token(Map.of("name", "fin", "roles", List.of("member"), "tenant", tenant));
        var id = webhook().path("id").asString();

        assertThat(own.get("/api/v1/reports/deliveries").json().path("items")).hasSize(2);
        assertThat(own.post("/api/v1/reports/deliveries/" + id + "/retry", Map.of()).status())
                .isEqualTo(403);
        assertThat(own.put("/api/v1/reports/secrets/x?tenant=" + tenant, Map.of()).status())
                .isEqualTo(403);
        assertThat(admin().get("/api/v1/reports/deliveries?state=sent").status()).isEqualTo(400);
        assertThat(admin().apply(to("mail: a@b.c, webhook: 'https://x.y'")).text())
                .contains("has either mail or webhook");
        assertThat(admin().apply(to("webhook: 'https://me:pw@x.y', secret: s")).text())
                .contains("holds a login");
    }

    private String to(String recipient) {
        return """
        apiVersion: sluice/v1
        tenants: [{name: %s, reports: {recipients: [{%s}]}}]
        """
                .formatted(tenant, recipient);
    }
}
