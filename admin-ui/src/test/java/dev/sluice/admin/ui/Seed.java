package dev.sluice.admin.ui;

import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.Counted;
import dev.sluice.model.usage.RequestFacts;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import tools.jackson.databind.JsonNode;

/** What stands in the system before somebody looks: a config file's objects, and a call. */
final class Seed {
    private static final String CONFIG =
            """
            apiVersion: sluice/v1
            currency: USD
            upstreams:
              - name: provider
                provider: openai-compatible
                baseUrl: http://127.0.0.1:9/v1
                gpuHour: {amount: 2.5, gpus: 4, tokensPerHour: 1000}
                secrets: [{name: main, value: first-and-last-kept-only}]
            models:
              - name: large
                upstream: provider
                context: 65536
                prices: [{from: 2026-01-01T00:00:00Z, perMillion: {input: 2.5, output: 10}}]
            aliases:
              - {name: chat, targets: [{model: large, weight: 1}], maxOutputTokens: 512}
            tenants:
              - name: acme
                budgets: [{amount: "100.00", window: month}]
                apps:
                  - name: assistant
                    businessLine: support
                    aliases: [chat]
            """;

    private Seed() {}

    /** Applies the config file over REST, as the command line does. */
    static void config() {
        var body = Map.of("file", "team.yaml", "text", CONFIG, "comment", "seed");
        rest("POST", "config/apply", body);
    }

    /** A provider's table, as it stands. */
    static void bill(String upstream, String table) {
        send("POST", "reconciliations/imports?format=csv&upstream=" + upstream, table);
    }

    /** A tenant with an app and a key, which came after the config file. */
    static void laterKey(String tenant) {
        rest("PUT", "documents/tenant/" + tenant, Map.of("name", tenant));
        rest(
                "PUT",
                "documents/app/" + tenant + "/bot",
                Map.of("name", "bot", "aliases", List.of("chat")));
        rest("POST", "drafts/publish", Map.of());
        rest("POST", "keys", Map.of("path", tenant + "/bot/prod"));
    }

    /** Somebody of the platform with one role. */
    static void person(String name, String password, String role) {
        rest("POST", "users", Map.of("name", name, "password", password, "roles", List.of(role)));
    }

    /** A model that the console manages. */
    static void model(String name) {
        rest(
                "PUT",
                "documents/model/" + name,
                Map.of(
                        "name",
                        name,
                        "upstream",
                        "provider",
                        "prices",
                        List.of(
                                Map.of(
                                        "from",
                                        "2026-01-01T00:00:00Z",
                                        "perMillion",
                                        Map.of("input", 5)))));
        rest("POST", "drafts/publish", Map.of());
    }

    /** A member of the tenant acme, which is made unless it is there; the id. */
    static String member(String name, String password) {
        if (rest("GET", "documents/tenant", Map.of()).path("items").isEmpty()) {
            config();
        }
        var made =
                rest(
                        "POST",
                        "users",
                        Map.of(
                                "name",
                                name,
                                "password",
                                password,
                                "roles",
                                List.of("member"),
                                "tenant",
                                "acme"));
        return made.get("id").asString();
    }

    /** What the administrator has drafted for a document. */
    static JsonNode draft(String kind, String path) {
        return rest("GET", "documents/" + kind + "/" + path, Map.of()).path("draft").path("body");
    }

    static void discardDraft() {
        rest("DELETE", "drafts", Map.of());
    }

    static void disable(String userId) {
        rest("PATCH", "users/" + userId, Map.of("enabled", false));
    }

    private static JsonNode rest(String method, String path, Map<String, ?> body) {
        return send(method, path, SluiceJson.mapper().writeValueAsString(body));
    }

    private static JsonNode send(String method, String path, String body) {
        var request =
                HttpRequest.newBuilder(URI.create(RunningConsole.address() + "/api/v1/" + path))
                        .header("Authorization", "Bearer " + RunningConsole.TOKEN)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build();
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(path + ": " + answer.body());
            }
            return SluiceJson.mapper().readTree(answer.body().isEmpty() ? "null" : answer.body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** One finished call as a node sends it; the trace id it is found by. */
    static String call(String traceId, long input, long output, String cost)
            throws InterruptedException, ExecutionException {
        return call(traceId, input, output, cost, "stop");
    }

    /** One that ended for that reason. */
    static String call(String traceId, long input, long output, String cost, String finishReason)
            throws InterruptedException, ExecutionException {
        return call(Clock.systemUTC(), traceId, input, output, cost, finishReason);
    }

    /** One of another day. */
    static String callAt(Instant at, String traceId, long input, long output, String cost)
            throws InterruptedException, ExecutionException {
        return call(Clock.fixed(at, ZoneOffset.UTC), traceId, input, output, cost, "stop");
    }

    private static String call(
            Clock clock, String traceId, long input, long output, String cost, String finishReason)
            throws InterruptedException, ExecutionException {
        var tokens = TokenUsage.of(input, output);
        var counted = new Counted(input, output);
        var money = Money.parse(cost);
        var price = "large@2026-01-01T00:00:00Z";
        var id = Uuid7.next(clock);
        var at = clock.instant();
        var attempt =
                new Attempt(
                        "large",
                        "provider",
                        null,
                        "main",
                        200,
                        null,
                        tokens,
                        counted,
                        UsageSource.UPSTREAM,
                        price,
                        money,
                        money,
                        at,
                        120L,
                        800);
        var event =
                new UsageEvent(
                        UsageEvent.VERSION,
                        id,
                        "request-" + id,
                        traceId,
                        "node-1",
                        UsageStatus.COMPLETED,
                        200,
                        null,
                        "acme",
                        "assistant",
                        "prod",
                        null,
                        null,
                        null,
                        "support",
                        Operation.CHAT,
                        Dialect.OPENAI_CHAT,
                        "chat",
                        "large",
                        "large",
                        "provider",
                        null,
                        "main",
                        tokens,
                        counted,
                        UsageSource.UPSTREAM,
                        money,
                        money,
                        "USD",
                        null,
                        price,
                        1,
                        at,
                        120L,
                        800,
                        2,
                        798,
                        finishReason,
                        CacheState.OFF,
                        new RequestFacts(false, null, 512L, false, false, 1, 900, 1, null),
                        null,
                        List.of(attempt),
                        1,
                        Map.of());
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", TestServers.kafka()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(
                            new ProducerRecord<>(
                                    Topics.USAGE,
                                    id.toString().getBytes(StandardCharsets.UTF_8),
                                    SluiceJson.mapper().writeValueAsBytes(event)))
                    .get();
        }
        return traceId;
    }
}
