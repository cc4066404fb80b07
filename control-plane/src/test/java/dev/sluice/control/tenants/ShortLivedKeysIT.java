package dev.sluice.control.tenants;

import static dev.sluice.control.testing.Sample.expect;
import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import dev.sluice.control.testing.Topic;
import dev.sluice.model.Topics;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.secret.AppKeySecret;
import dev.sluice.model.snapshot.ConfigPart;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortLivedKeysIT extends ControlPlaneTest {
    private static final Map<String, Object> BUDGET =
            Map.of("budgets", List.of(Map.of("amount", "0.50")), "aliases", List.of("chat"));

    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one");
        issue(admin(), "one/bot/prod", Map.of());
    }

    @Test
    void issuesASubKeyWithAnEndAndABudgetInOneCall() {
        try (var parts = new Topic(Topics.CONFIG_PARTS)) {
            var issued = expect(shortLived(lead(), "one/bot/prod", "alice", "15m", BUDGET), 201);

            var secret = issued.json().path("secret").asString();
            var path = issued.json().path("path").asString();
            var expires = Instant.parse(issued.json().path("expires").asString());
            assertThat(AppKeySecret.isWellFormed(secret)).isTrue();
            assertThat(path).matches("one/bot/prod/alice-[0-9a-f]{16}");
            // It may end a little sooner: where every window of its budget does.
            assertThat(expires).isBefore(Instant.now().plus(15, ChronoUnit.MINUTES));
            var listed = admin().get("/api/v1/keys?path=one/bot");
            assertThat(listed.text()).contains(path).doesNotContain(secret);
            await().until(() -> grant(parts, AppKeySecret.hash(secret)).isPresent());
            var rules = grant(parts, AppKeySecret.hash(secret)).orElseThrow().rules();
            assertThat(rules.expires()).isCloseTo(expires, within(1, ChronoUnit.MILLIS));
            assertThat(rules.aliases()).containsExactly("chat");
            assertThat(rules.budgetsOrNone())
                    .singleElement()
                    .satisfies(budget -> assertThat(budget.amount()).hasToString("0.50"));
        }
    }

    @Test
    void issuesManyOfOneNameAndRevokesOne() {
        var first = expect(shortLived(admin(), "one/bot/prod", "alice", "1h", BUDGET), 201);
        var second = expect(shortLived(admin(), "one/bot/prod", "alice", "1h", BUDGET), 201);
        var path = first.json().path("path").asString();

        expect(admin().post("/api/v1/keys/revoke", Map.of("path", path)), 200);

        assertThat(admin().get("/api/v1/keys?path=one/bot/prod").text())
                .doesNotContain(path)
                .contains(second.json().path("path").asString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "one/bot/prod|alice|61m|{'budgets':[{'amount':'1'}]}|422|ttl",
                "one/bot/prod|alice|0s|{'budgets':[{'amount':'1'}]}|422|ttl",
                "one/bot/prod|alice|999999999999d|{'budgets':[{'amount':'1'}]}|422|ttl",
                "one/bot/prod|alice|soon|{'budgets':[{'amount':'1'}]}|422|ttl",
                "one/bot/prod|alice|-|{'budgets':[{'amount':'1'}]}|422|ttl",
                "one/bot/prod|a/b|5m|{'budgets':[{'amount':'1'}]}|422|name",
                "one/bot/prod|alice|5m|{'budgets':[]}|422|rules.budgets",
                "one/bot/prod|alice|5m|{}|422|rules.budgets",
                "one/bot/prod|alice|5m|-|400|rules",
                "one/bot/prod|alice|5m|{'budgets':[{'amount':'x'}]}|422|budgets[0].amount",
                "one/bot/prod|alice|5m|{'budgets':[3]}|422|budgets[0]",
                "one/bot/prod|alice|5m|{'budgets':3}|422|budgets",
                "one/bot/prod|alice|5m|{'budgets':[{'amount':'1'}],'expires':'2030-01-01T00:00:00Z'}|422|expires",
                "one/bot/prod|alice|5m|{'budgets':[{'amount':'1'}],'aliases':['other']}|422|aliases[0]",
                "one/bot/prod|alice|5m|{'budgets':[{'amount':'1'}],'value':'x'}|422|value",
                "one/bot/prod/x|alice|5m|{'budgets':[{'amount':'1'}]}|400|parent",
                "-|alice|5m|{'budgets':[{'amount':'1'}]}|400|parent",
                "one/bot/none|alice|5m|{'budgets':[{'amount':'1'}]}|404|none",
            })
    void refusesWhatIsNotRightAndSaysWhat(
            String parent, String name, String ttl, String rules, int status, String named) {
        var tree = rules == null ? null : SluiceJson.mapper().readTree(rules.replace('\'', '"'));

        var answer = shortLived(admin(), parent, name, ttl, tree);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.text()).contains(named);
    }

    @Test
    void letsGoOfThoseThatEndedLongAgo() {
        var old = expect(shortLived(admin(), "one/bot/prod", "old", "1h", BUDGET), 201);
        var longer = expect(shortLived(admin(), "one/bot/prod", "longer", "1h", BUDGET), 201);
        var path = old.json().path("path").asString();
        var kept = longer.json().path("path").asString();
        database.sql("update app_key set forget_after = now() where forget_after is not null")
                .update();
        database.sql("update config_document set body = replace(body, ?, ?) where path = ?")
                .params(old.json().path("expires").asString(), "2026-01-01T00:00:00Z", path)
                .update();

        try (var parts = new Topic(Topics.CONFIG_PARTS)) {
            var next = expect(shortLived(admin(), "one/bot/prod", "next", "1h", BUDGET), 201);

            var hash = AppKeySecret.hash(next.json().path("secret").asString());
            await().until(() -> grant(parts, hash).isPresent());
            assertThat(grants(parts).getLast().keys())
                    .extracting(it -> it.path().text())
                    .contains(kept, next.json().path("path").asString())
                    .doesNotContain(path);
        }
        assertThat(admin().get("/api/v1/keys?path=one").text()).contains(kept).doesNotContain(path);
    }

    private Rest lead() {
        return token(Map.of("name", "lead", "roles", List.of("tenant-admin"), "tenant", "one"));
    }

    private static Rest.Answer shortLived(
            Rest rest, String parent, String name, String ttl, Object rules) {
        var body = new HashMap<String, Object>();
        body.put("parent", parent);
        body.put("name", name);
        body.put("ttl", ttl);
        body.put("rules", rules);
        return rest.post("/api/v1/keys/short-lived", body);
    }

    private static Optional<KeyGrant> grant(Topic parts, String hash) {
        return grants(parts).stream()
                .flatMap(part -> part.keys().stream())
                .filter(key -> key.hash().equals(hash))
                .findFirst();
    }

    private static List<ConfigPart.KeysPart> grants(Topic parts) {
        return parts.read().values().stream()
                .map(json -> SluiceJson.mapper().readValue(json, ConfigPart.class))
                .filter(ConfigPart.KeysPart.class::isInstance)
                .map(ConfigPart.KeysPart.class::cast)
                .toList();
    }
}
