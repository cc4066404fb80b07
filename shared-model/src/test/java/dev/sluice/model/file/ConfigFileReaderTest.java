package dev.sluice.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.access.App;
import dev.sluice.model.access.Contacts;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.money.Money;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.Installation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileReaderTest {
    private static final String WHOLE =
            """
            apiVersion: sluice/v1
            currency: EUR
            upstreams:
              - name: deepseek
                provider: deepseek
                secrets: [{name: main, value: "${env:DEEPSEEK_KEY}"}]
                timeouts: {connect: 2s, idle: 500ms}
            models:
              - {name: deepseek-chat, upstream: deepseek, context: 65536, quality: 0.86,
                 prices: [{from: 2026-01-01T00:00:00Z, perMillion: {input: 0.27, output: "1.10"}}]}
            aliases:
              - {name: chat, targets: [{model: deepseek-chat}]}
            tenants:
              - name: payments
                timeZone: Asia/Shanghai
                budgets: [{amount: 500.00, window: month, mode: strict}]
                apps:
                  - name: bot
                    aliases: [chat]
                    keys:
                      - name: prod
                        subKeys: [{name: alice}]
            """;

    @Test
    void takesTheProxiesOfTheInstallationAndTheOriginsOfAnApp() {
        var read =
                ConfigFileReader.read(
                        WHOLE.replace(
                                        "currency: EUR",
                                        "currency: EUR\ntrustedProxies: [10.0.0.0/8, fd00::/8]")
                                .replace(
                                        "aliases: [chat]",
                                        "aliases: [chat]\n        cors: {origins:"
                                                + " ['https://shop.example',"
                                                + " 'http://localhost:3000', 'http://[::1]:8000']}"),
                        Map.of("DEEPSEEK_KEY", "k"));

        assertThat(read.faults()).isEmpty();
        var file = read.file().orElseThrow();
        assertThat(file.installation())
                .isEqualTo(
                        Installation.of(
                                "EUR", null, List.of("10.0.0.0/8", "fd00::/8"), Contacts.NONE));
        assertThat(file.documents())
                .extracting(ConfigDocument::body)
                .filteredOn(App.class::isInstance)
                .map(body -> ((App) body).originsOrNone())
                .containsExactly(
                        List.of(
                                "https://shop.example",
                                "http://localhost:3000",
                                "http://[::1]:8000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "null",
                "https://shop.example/",
                "https://Shop.example",
                "https://*.shop.example",
                "https://shop.example:443",
                "http://shop.example:70000",
                "http://shop.example:7000000000",
                "shop.example",
                "ftp://shop.example",
                "https://me@shop.example"
            })
    void refusesWhatIsNoOrigin(String origin) {
        var read =
                ConfigFileReader.read(
                        WHOLE.replace(
                                "aliases: [chat]",
                                "aliases: [chat]\n        cors: {origins: ['" + origin + "']}"),
                        Map.of("DEEPSEEK_KEY", "k"));

        assertThat(read.faults()).hasSize(1);
        assertThat(read.faults().getFirst().path()).isEqualTo("tenants[0].apps[0].cors.origins[0]");
    }

    /** Words that have a list of values but no type in the schema. */
    @Test
    void takesEveryWordOfAList() {
        var read =
                ConfigFileReader.read(
                        WHOLE.replace("context: 65536", "prompt: {system: into-user}")
                                .replace(
                                        "{name: chat, targets",
                                        "{name: chat, cache: {ttl: 1m, scope: key}, policies: {mask:"
                                                + " {kinds: [phone, idCard, email, bankCard]}, trim:"
                                                + " [logprobs, reasoning, citations], normalise:"
                                                + " {width: half, quotes: paired, punctuation:"
                                                + " chinese}}, targets"),
                        Map.of("DEEPSEEK_KEY", "k"));

        assertThat(read.faults()).isEmpty();
    }

    @Test
    void takesPoliciesAtEveryLevel() {
        var levels =
                WHOLE.replace(
                                "targets: [{model: deepseek-chat}]",
                                "targets: [{model: deepseek-chat}],"
                                        + " policies: {fetchMedia: true}, unknownFields: warn")
                        .replace(
                                "    timeZone: Asia/Shanghai",
                                "    policies: {strict: true}\n    unknownFields: pass")
                        .replace(
                                "{name: alice}",
                                "{name: alice, policies: {fetchMedia: false},"
                                        + " unknownFields: reject}");

        var result = ConfigFileReader.read(levels, Map.of("DEEPSEEK_KEY", "x"));

        assertThat(result.faults()).isEmpty();
        var bodies =
                result.file().orElseThrow().documents().stream().map(ConfigDocument::body).toList();
        assertThat(bodies)
                .filteredOn(ModelAlias.class::isInstance)
                .first()
                .isInstanceOfSatisfying(
                        ModelAlias.class,
                        alias -> {
                            assertThat(alias.policies().fetchMedia()).isTrue();
                            assertThat(alias.unknownFields()).isEqualTo(UnknownFields.WARN);
                        });
        assertThat(bodies)
                .filteredOn(SubKey.class::isInstance)
                .first()
                .isInstanceOfSatisfying(
                        SubKey.class,
                        key -> {
                            assertThat(key.rulesOrNone().policiesOrNone().fetchMedia()).isFalse();
                            assertThat(key.rulesOrNone().unknownFields())
                                    .isEqualTo(UnknownFields.REJECT);
                        });
    }

    @Test
    void readsAWholeFileIntoDocuments() {
        var result = ConfigFileReader.read(WHOLE, Map.of("DEEPSEEK_KEY", "one: two # three"));

        assertThat(result.faults()).isEmpty();
        var file = result.file().orElseThrow();
        assertThat(file.installation().currency()).isEqualTo("EUR");
        assertThat(file.documents())
                .extracting(ConfigDocument::label)
                .containsExactly(
                        "upstream deepseek",
                        "model deepseek-chat",
                        "alias chat",
                        "tenant payments",
                        "app payments/bot",
                        "key payments/bot/prod",
                        "sub-key payments/bot/prod/alice");
        var upstream = (Upstream) file.documents().get(0).body();
        assertThat(upstream.secrets().getFirst().value()).isEqualTo("one: two # three");
        assertThat(upstream.timeouts().idle()).isEqualTo(Duration.ofMillis(500));
        var model = (UpstreamModel) file.documents().get(1).body();
        assertThat(model.prices().getFirst().perMillion())
                .containsEntry(TokenKind.INPUT, new BigDecimal("0.27"));
        var tenant = (Tenant) file.documents().get(3).body();
        assertThat(tenant.rulesOrNone().budgetsOrNone().getFirst().amount())
                .isEqualTo(Money.parse("500.00"));
        var app = (App) file.documents().get(4).body();
        assertThat(app.rulesOrNone().aliases()).containsExactly("chat");
        assertThat(file.lineOf(file.documents().get(4))).isEqualTo(18);
    }

    @Test
    void knowsNoReferenceButThoseToTheEnvironment() {
        for (var wrong : List.of("${DEEPSEEK_KEY}", "${env:}", "${file:/key}", "x${ENV:A", "${}")) {
            var text = WHOLE.replace("${env:DEEPSEEK_KEY}", wrong);

            assertThat(ConfigFileReader.read(text, Map.of()).faults())
                    .as(wrong)
                    .singleElement()
                    .satisfies(fault -> {
                        assertThat(fault.line()).isEqualTo(6);
                        assertThat(fault.message()).endsWith("; only ${env:NAME} is known");
                    });
        }
        var plain = WHOLE.replace("${env:DEEPSEEK_KEY}", "a$b{c}");
        assertThat(ConfigFileReader.read(plain, Map.of()).faults()).isEmpty();
    }

    @Test
    void findsEveryFaultWithItsLine() {
        var result =
                ConfigFileReader.read(
                        """
                        apiVersion: sluice/v1
                        upstreams:
                          - name: deepseek
                            provdier: deepseek
                            timeouts: {connect: soon}
                        models:
                          - {name: m, upstream: u, context: many, prices: [{from: today}]}
                        aliases:
                          - {name: chat, targets: [], shadow: m}
                        tenants:
                          - name: "a/b"
                            budgets: [{amount: -5, window: fortnight}]
                        """,
                        Map.of());

        assertThat(result.file()).isEmpty();
        assertThat(result.faults().stream().map(fault -> fault.format("f.yaml")))
                .containsExactly(
                        "f.yaml:3: upstreams[0]: 'provider' is missing",
                        "f.yaml:4: upstreams[0].provdier: 'provdier' is not known here; did you mean"
                                + " 'provider'?",
                        "f.yaml:5: upstreams[0].timeouts.connect: 'soon' is not a duration: write it"
                                + " like 200ms, 15s, 2m or 1h",
                        "f.yaml:7: models[0].context: must be a whole number of 1 to 1000000000000,"
                                + " not 'many'",
                        "f.yaml:7: models[0].prices[0].from: 'today' is not an instant: write it like"
                                + " 2026-01-01T00:00:00Z",
                        "f.yaml:9: aliases[0].targets: must not be empty",
                        "f.yaml:9: aliases[0].shadow: 'shadow' is not supported yet; remove it",
                        "f.yaml:11: tenants[0].name: 'a/b' does not have the form: letters, digits,"
                                + " '.', '_' and '-', at most 100, beginning with a letter or digit",
                        "f.yaml:12: tenants[0].budgets[0].amount: '-5' is not an amount of money: write"
                                + " it like \"500.00\"",
                        "f.yaml:12: tenants[0].budgets[0].window: 'fortnight' is not valid; valid are:"
                                + " minute, hour, day, week, month");
    }

    @Test
    void aHeadingWithoutEntriesIsAnEmptyListButForNames() {
        var emptied = ConfigFileReader.read("apiVersion: sluice/v1\ntenants:\nmodels:\n", Map.of());
        assertThat(emptied.faults()).isEmpty();
        assertThat(emptied.file().orElseThrow().documents()).isEmpty();

        var names =
                ConfigFileReader.read(
                        """
                        apiVersion: sluice/v1
                        tenants:
                          - name: acme
                            aliases:
                        """,
                        Map.of());
        assertThat(names.faults())
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.line()).isEqualTo(4);
                    assertThat(fault.message()).contains("has no value");
                });
    }

    @Test
    void namesAnUnsetEnvironmentVariable() {
        assertThat(ConfigFileReader.read(WHOLE, Map.of()).faults())
                .containsExactly(
                        new Fault(
                                6,
                                "upstreams[0].secrets[0].value",
                                "the environment variable DEEPSEEK_KEY is not set"));
    }

    @Test
    void takesAKeyFileAsASecretAsItWasHandedOut() {
        var file =
                """
                apiVersion: sluice/v1
                upstreams:
                  - {name: v, provider: vertex, baseUrl: "http://h",
                     secrets: [{name: s, value: "${env:KEY}"}]}
                """;
        var keyFile = "{\n  \"type\": \"service_account\"\n}\n";

        var read = ConfigFileReader.read(file, Map.of("KEY", keyFile));

        assertThat(read.faults()).isEmpty();
        var upstream = (Upstream) read.file().orElseThrow().documents().getFirst().body();
        assertThat(upstream.secrets().getFirst().value()).isEqualTo(keyFile);
        assertThat(ConfigFileReader.read(file, Map.of("KEY", "a\nb")).faults()).hasSize(1);
    }

    @Test
    void refusesTheSameNameOrFieldTwice() {
        var result =
                ConfigFileReader.read(
                        """
                        apiVersion: sluice/v1
                        tenants:
                          - {name: a}
                          - {name: a, name: b}
                          - {name: a}
                        """,
                        Map.of());

        assertThat(result.faults())
                .extracting(fault -> fault.line() + " " + fault.message())
                .containsExactly(
                        "4 stands here twice",
                        "4 there is already a tenant a",
                        "5 there is already a tenant a");
    }

    @Test
    void refusesABudgetThatIsNeitherMoneyNorTokens() {
        var result =
                ConfigFileReader.read(
                        "apiVersion: sluice/v1\ntenants:\n  - {name: a, budgets: [{window: day}]}\n",
                        Map.of());

        assertThat(result.faults())
                .extracting(Fault::message)
                .containsExactly("a budget has either an amount or tokens");
    }

    @Test
    void saysWhereTheYamlIsBroken() {
        for (var text : List.of("", "a: [", "just text", "\tx: 1", "apiVersion: sluice/v2")) {
            assertThat(ConfigFileReader.read(text, Map.of()).faults()).as(text).isNotEmpty();
        }
        assertThat(ConfigFileReader.read("apiVersion: sluice/v1\na: [1\nb: 2\n", Map.of()).faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.line()).isEqualTo(3));
    }
}
