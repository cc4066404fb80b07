package dev.sluice.control.files;

import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.model.secret.AppKeySecret;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigApplyIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            currency: USD
            upstreams:
              - name: deepseek
                provider: deepseek
                secrets: [{name: main, value: first-secret-of-deepseek}]
                headers: {x-b: two, x-a: one, x-c: three}
            models:
              - {name: deepseek-chat, upstream: deepseek, context: 65536, quality: 0.86,
                 prices: [{from: 2026-01-01T00:00:00Z, perMillion: {input: 0.27, output: 1.10}}]}
            aliases:
              - {name: chat, targets: [{model: deepseek-chat, weight: 70}], maxOutputTokens: 4096}
            tenants:
              - name: payments
                timeZone: Asia/Shanghai
                budgets: [{amount: "500.00", window: month}]
                apps:
                  - name: bot
                    aliases: [chat]
                    limits: {requestsPerMinute: 300}
                    keys:
                      - name: prod
                        subKeys: [{name: alice, aliases: [chat]}]
            """;

    private static final String APP_POLICIES =
            "        policies: {mask: {patterns: [{name: a, pattern: A1}]}, fetchMedia: false}\n"
                    + "        unknownFields: warn\n";
    private static final String KEY_POLICIES = "            policies: {fetchMedia: true}\n";

    @BeforeEach
    void nothingPublished() {
        CleanConfig.reset(database);
    }

    @Test
    void appliesAFileOnAFreshInstallation() {
        var answer = admin().apply(FILE);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("version").asLong()).isEqualTo(1);
        assertThat(answer.json().path("changes")).hasSize(7);
        var issued = answer.json().path("issued");
        assertThat(AppKeySecret.isWellFormed(issued.path("payments/bot/prod").asString())).isTrue();
        assertThat(issued.has("payments/bot/prod/alice")).isTrue();
    }

    @Test
    void appliesTheSameFileWithoutANewVersion() {
        admin().apply(FILE);

        var again = admin().apply(FILE);

        assertThat(again.json().path("changes")).isEmpty();
        assertThat(again.json().path("version").asLong()).isEqualTo(1);
        assertThat(again.json().path("issued")).isEmpty();
    }

    @Test
    void exportsWhatPlansToNothing() {
        admin().apply(FILE);

        var exported = admin().get("/api/v1/config/export").text();
        var plan = admin().plan(exported);

        assertThat(exported).doesNotContain("first-secret-of-deepseek", "sealed", "hint");
        assertThat(plan.status()).as(plan.text() + exported).isEqualTo(200);
        assertThat(plan.json().path("changes")).isEmpty();
    }

    @Test
    void takesPoliciesAtEveryLevelAndGivesThemBack() {
        var file =
                FILE.replace("maxOutputTokens: 4096", "policies: {fetchMedia: true, strict: true}")
                        .replace("aliases: [chat]\n", "aliases: [chat]\n" + APP_POLICIES)
                        .replace("alice, aliases", "alice, unknownFields: reject, aliases");

        assertThat(admin().apply(file).status()).isEqualTo(200);
        var exported = admin().get("/api/v1/config/export").text();

        assertThat(exported).contains("fetchMedia: true", "fetchMedia: false", "unknownFields:");
        assertThat(admin().plan(exported).json().path("changes")).isEmpty();
        assertThat(admin().apply(file.replace(": reject", ": maybe")).text())
                .contains("unknownFields", "pass, warn");
        assertThat(admin().apply(file.replace("pattern: A1", "pattern: ((")).text())
                .contains("policies.mask.patterns[0].pattern", "no regular expression");
    }

    @Test
    void aSubKeyCannotGrantItselfToFetch() {
        var wide = FILE.replace("alice, aliases", "alice, policies: {fetchMedia: true}, aliases");

        assertThat(admin().apply(wide).text())
                .contains("policies.fetchMedia", "may not fetch media");
        var granted = wide.replace("name: prod\n", "name: prod\n" + KEY_POLICIES);
        var answer = admin().apply(granted);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void changesNothingWhenAFaultIsInTheFile() {
        var answer = admin().apply(FILE.replace("model: deepseek-chat, w", "model: gone, w"));

        assertThat(answer.status()).isEqualTo(422);
        var fault = answer.json().path("faults").path(0);
        assertThat(fault.path("path").asString()).isEqualTo("aliases[0].targets[0].model");
        assertThat(fault.path("line").asInt()).isEqualTo(12);
        assertThat(fault.path("message").asString()).contains("'gone'");
        assertThat(admin().get("/api/v1/versions").json().path("items")).isEmpty();
    }

    @Test
    void namesReferencesInTheSameRoundAsOtherFaults() {
        var answer =
                admin().apply(
                                FILE.replace("model: deepseek-chat, w", "model: deepseek-chit, w")
                                        .replace("provider: deepseek", "provder: deepseek"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text())
                .contains("'provder' is not known here; did you mean 'provider'?")
                .contains("there is no model 'deepseek-chit'; did you mean 'deepseek-chat'?")
                .contains("aliases[0].targets[0].model")
                .doesNotContain("there is no upstream");
    }

    @Test
    void revokesAKeyThatLeftTheFile() {
        admin().apply(FILE);

        var answer = admin().apply(FILE.replace(", aliases: [chat]}]", "}, {name: bob}]"));

        assertThat(answer.json().path("issued").has("payments/bot/prod/bob")).isTrue();
        assertThat(answer.json().path("issued").has("payments/bot/prod/alice")).isFalse();
        var removed = admin().apply(FILE.replace("subKeys: [{name: alice, aliases: [chat]}]", ""));
        assertThat(removed.json().path("changes"))
                .extracting(it -> it.path("action").asString() + " " + it.path("path").asString())
                .containsExactly("delete payments/bot/prod/alice", "delete payments/bot/prod/bob");
        assertThat(
                        database.sql("select path from app_key where state = 'revoked' order by 1")
                                .query(String.class)
                                .list())
                .containsExactly("payments/bot/prod/alice", "payments/bot/prod/bob");
    }

    @Test
    void leavesAloneWhatATeamMadeBelowIt() {
        admin().apply(FILE);
        issue(admin(), "payments/bot/by-hand", Map.of());
        issue(admin(), "payments/bot/prod/carol", Map.of());

        assertThat(admin().apply(FILE).json().path("changes")).isEmpty();
        assertThat(living()).contains("payments/bot/by-hand", "payments/bot/prod/carol");

        // A sub-key ends with its key, whoever made it; the other key stands on its own.
        var answer = admin().apply(FILE.replace("name: prod", "name: live"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(living())
                .containsExactly(
                        "payments/bot/by-hand", "payments/bot/live", "payments/bot/live/alice");
    }

    @Test
    void doesNotTakeTheGroundFromUnderConsoleMadeKeys() {
        admin().apply(FILE);
        issue(admin(), "payments/bot/by-hand", Map.of());

        var answer = admin().apply(FILE.replace("name: bot", "name: robot"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).contains("key/payments/bot/by-hand", "made in the console");
    }

    private List<String> living() {
        return database.sql("select path from app_key where state <> 'revoked' order by path")
                .query(String.class)
                .list();
    }

    @Test
    void importsAKeysSecretAndNeverTakesARevokedOneAgain() {
        var secret = UUID.randomUUID().toString();
        var imported =
                FILE.replace("name: prod\n", "name: prod\n            value: " + secret + "\n");

        var answer = admin().apply(imported);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("issued").has("payments/bot/prod")).isFalse();
        assertThat(admin().apply(imported).json().path("changes")).isEmpty();

        admin().apply(FILE.replace("name: prod", "name: other"));
        var back = admin().apply(imported);
        assertThat(back.status()).isEqualTo(422);
        assertThat(back.text()).contains("never comes back");
    }

    @Test
    void keepsAStoredSecretAndTellsWhenItIsReplaced() {
        admin().apply(FILE);
        var without = FILE.replace(", value: first-secret-of-deepseek", "");

        assertThat(admin().plan(without).json().path("changes")).isEmpty();
        var replaced = admin().plan(FILE.replace("first-secret", "other-secret"));

        assertThat(replaced.json().path("changes")).hasSize(1);
        assertThat(replaced.json().path("changes").path(0).path("detail").asString())
                .contains("new value of secret main");
        CleanConfig.reset(database);
        assertThat(admin().plan(without).text()).contains("no value of 'main' is stored");
    }

    @Test
    void refusesAnotherPriceForThePast() {
        admin().apply(FILE);

        var dearer = admin().apply(FILE.replace("input: 0.27", "input: 0.28"));
        var sameAmount = admin().apply(FILE.replace("output: 1.10", "output: 1.1"));
        var moved = admin().apply(FILE.replace("from: 2026-01-01", "from: 2025-12-01"));

        assertThat(dearer.status()).isEqualTo(422);
        assertThat(dearer.text()).contains("is booked and may not change", "models[0].prices[0]");
        assertThat(sameAmount.status()).isEqualTo(200);
        assertThat(moved.text()).contains("may not begin in the past", "must stay");
    }

    @Test
    void refusesAnotherCurrency() {
        admin().apply(FILE);

        assertThat(admin().apply(FILE.replace("USD", "EUR")).text())
                .contains("everything is booked in USD");
    }
}
