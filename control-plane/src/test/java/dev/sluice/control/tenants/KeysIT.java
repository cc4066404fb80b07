package dev.sluice.control.tenants;

import static dev.sluice.control.testing.Sample.expect;
import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.control.testing.Topic;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.secret.AppKeySecret;
import dev.sluice.model.snapshot.ConfigPart;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeysIT extends ControlPlaneTest {
    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one");
    }

    @Test
    void showsASecretOnceAndPublishesItsHash() {
        try (var parts = new Topic(Topics.CONFIG_PARTS)) {
            var issued = issue(admin(), "one/bot/prod", Map.of("maxOutputTokens", 100));

            var secret = issued.json().path("secret").asString();
            assertThat(AppKeySecret.isWellFormed(secret)).isTrue();
            assertThat(issued.json().path("version").asLong()).isEqualTo(2);
            var listed = admin().get("/api/v1/keys?path=one/bot");
            assertThat(listed.text()).doesNotContain(secret);
            assertThat(listed.json().path("items").path(0).path("hint").asString())
                    .isEqualTo(AppKeySecret.hint(secret));
            await().until(() -> grant(parts, AppKeySecret.hash(secret)).isPresent());
            var grant = grant(parts, AppKeySecret.hash(secret)).orElseThrow();
            assertThat(grant.path().text()).isEqualTo("one/bot/prod");
            assertThat(grant.rules().maxOutputTokens()).isEqualTo(100);
        }
    }

    @Test
    void refusesASecondKeyOfTheSamePath() {
        issue(admin(), "one/bot/prod", Map.of());

        var again = admin().post("/api/v1/keys", Map.of("path", "one/bot/prod"));
        var orphan = admin().post("/api/v1/keys", Map.of("path", "one/gone/prod"));

        assertThat(again.status()).isEqualTo(409);
        assertThat(orphan.status()).isEqualTo(422);
        assertThat(orphan.text()).contains("there is no app 'one/gone'");
    }

    @Test
    void keepsASubKeyNarrowerThanItsKey() {
        issue(
                admin(),
                "one/bot/prod",
                Map.of(
                        "limits", Map.of("requestsPerMinute", 100),
                        "budgets", List.of(Map.of("amount", "5.00", "window", "day")),
                        "cidrs", List.of("10.0.0.0/8"),
                        "expires", "2030-01-01T00:00:00Z"));

        var wider =
                admin().post(
                                "/api/v1/keys",
                                Map.of(
                                        "path",
                                        "one/bot/prod/alice",
                                        "rules",
                                        Map.of(
                                                "aliases", List.of("other"),
                                                "limits", Map.of("requestsPerMinute", 101),
                                                "budgets",
                                                        List.of(
                                                                Map.of(
                                                                        "amount", "5.01", "window",
                                                                        "day")),
                                                "cidrs", List.of("11.0.0.0/8"),
                                                "expires", "2031-01-01T00:00:00Z")));

        assertThat(wider.status()).isEqualTo(422);
        assertThat(wider.json().path("error").path("faults"))
                .extracting(it -> it.path("path").asString())
                .containsExactlyInAnyOrder(
                        "aliases[0]",
                        "limits.requestsPerMinute",
                        "budgets[0]",
                        "cidrs[0]",
                        "expires");
        issue(
                admin(),
                "one/bot/prod/alice",
                Map.of(
                        "limits",
                        Map.of("requestsPerMinute", 100),
                        "cidrs",
                        List.of("10.1.0.0/16")));
        var update =
                admin().put(
                                "/api/v1/keys/one/bot/prod/alice",
                                Map.of("limits", Map.of("requestsPerMinute", 101)));
        assertThat(update.status()).isEqualTo(422);
        // The key may narrow later; the nodes take the intersection.
        expect(
                admin().put(
                                "/api/v1/keys/one/bot/prod",
                                Map.of("limits", Map.of("requestsPerMinute", 50))),
                200);
    }

    @Test
    void givesAKeyOnlyAliasesThatItsAppMayCall() {
        var wider =
                admin().post(
                                "/api/v1/keys",
                                Map.of(
                                        "path",
                                        "one/bot/wide",
                                        "rules",
                                        Map.of("aliases", List.of("chat", "other"))));

        assertThat(wider.status()).isEqualTo(422);
        var fault = wider.json().path("error").path("faults").path(0);
        assertThat(fault.path("path").asString()).isEqualTo("aliases[1]");
        assertThat(fault.path("message").asString())
                .isEqualTo("'other' is not open to app one/bot, which may call chat");

        issue(admin(), "one/bot/prod", Map.of("aliases", List.of("chat")));
        var update = Map.of("aliases", List.of("other"));
        assertThat(admin().put("/api/v1/keys/one/bot/prod", update).status()).isEqualTo(422);
        // The app narrows; the key may keep what it has, and nobody has to edit it first.
        Sample.draft(admin(), "app/one/bot", Map.of("name", "bot", "aliases", List.of("other")));
        expect(admin().post("/api/v1/drafts/publish", Map.of()), 200);
        expect(admin().put("/api/v1/keys/one/bot/prod", Map.of("aliases", List.of("chat"))), 200);
    }

    @Test
    void revokesThroughKafkaAndRedis() {
        try (var parts = new Topic(Topics.CONFIG_PARTS);
                var client = RedisClient.create(TestServers.redis().uri());
                var redis = client.connect()) {
            var secret = issue(admin(), "one/bot/prod", Map.of()).json().path("secret").asString();
            issue(admin(), "one/bot/prod/alice", Map.of());
            var ids = database.sql("select id::text from app_key").query(String.class).list();

            expect(admin().post("/api/v1/keys/revoke", Map.of("path", "one/bot/prod")), 200);

            await().atMost(Duration.ofSeconds(5))
                    .until(() -> redis.sync().smembers(RedisKeys.revoked("one")).containsAll(ids));
            await().until(() ->
                    grant(parts, AppKeySecret.hash(secret))
                            .filter(it -> it.state() == KeyState.REVOKED)
                            .isPresent());
            assertThat(admin().get("/api/v1/keys?path=one").json().path("items")).isEmpty();
            assertThat(admin().post("/api/v1/keys/revoke", Map.of("path", "one/bot/prod")).status())
                    .isEqualTo(404);
        }
    }

    @Test
    void suspendsAKeyWithItsSubKeys() {
        try (var parts = new Topic(Topics.CONFIG_PARTS)) {
            issue(admin(), "one/bot/prod", Map.of());
            var sub =
                    issue(admin(), "one/bot/prod/alice", Map.of()).json().path("secret").asString();
            var hash = AppKeySecret.hash(sub);

            expect(admin().post("/api/v1/keys/suspend", Map.of("path", "one/bot/prod")), 200);
            await().until(() -> state(parts, hash) == KeyState.SUSPENDED);
            expect(admin().post("/api/v1/keys/resume", Map.of("path", "one/bot/prod")), 200);
            assertThat(admin().get("/api/v1/versions?limit=3").json().path("items"))
                    .extracting(it -> it.path("comment").asString())
                    .containsExactly(
                            "resume key one/bot/prod",
                            "suspend key one/bot/prod",
                            "issue sub-key one/bot/prod/alice");

            // The part is one that was there before; it is sent again all the same.
            await().until(() -> state(parts, hash) == KeyState.ACTIVE);
        }
    }

    @Test
    void takesNoSecretAndNoUnknownRule() {
        var given =
                admin().post(
                                "/api/v1/keys",
                                Map.of(
                                        "path",
                                        "one/bot/prod",
                                        "rules",
                                        Map.of("value", "x".repeat(20))));
        var unknown =
                admin().post(
                                "/api/v1/keys",
                                Map.of("path", "one/bot/prod", "rules", Map.of("alias", "chat")));
        var misspelt = admin().post("/api/v1/keys", Map.of("pat", "one/bot/prod"));

        assertThat(given.status()).isEqualTo(422);
        assertThat(unknown.text()).contains("did you mean 'aliases'");
        assertThat(misspelt.status()).isEqualTo(400);
        assertThat(misspelt.json().path("error").path("faults").path(0).path("path").asString())
                .isEqualTo("pat");
    }

    @Test
    void namesTheAliasesThatAKeyCanBeGiven() {
        var answer = admin().get("/api/v1/keys/aliases?app=one/bot");

        assertThat(answer.json().path("items")).hasSize(1);
        assertThat(answer.json().path("items").path(0).asString()).isEqualTo("chat");
    }

    private static KeyState state(Topic parts, String hash) {
        return grant(parts, hash).map(KeyGrant::state).orElse(null);
    }

    /** The key as the newest part says it. */
    private static Optional<KeyGrant> grant(Topic parts, String hash) {
        return parts.read().values().stream()
                .map(json -> SluiceJson.mapper().readValue(json, ConfigPart.class))
                .filter(ConfigPart.KeysPart.class::isInstance)
                .flatMap(part -> ((ConfigPart.KeysPart) part).keys().stream())
                .filter(key -> key.hash().equals(hash))
                .reduce((older, newer) -> newer);
    }
}
