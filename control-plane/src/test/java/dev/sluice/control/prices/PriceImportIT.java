package dev.sluice.control.prices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PriceImportIT extends ControlPlaneTest {
    private static final String FROM = "&from=2999-01-01T00:00:00Z";

    private static final String FILE =
            """
            apiVersion: sluice/v1
            currency: USD
            upstreams:
              - {name: openai, provider: openai, secrets: [{name: main, value: v}]}
              - {name: azure, provider: azure-openai, baseUrl: "https://a.example", secrets: [{name: main, value: v}]}
              - {name: own, provider: vllm, baseUrl: "http://127.0.0.1:9/v1"}
            models:
              - name: big
                upstream: openai
                upstreamModel: gpt-x
                prices: [{from: 2024-01-01T00:00:00Z, perMillion: {input: 2.50, output: 10}, perRequest: 0.01}]
              - {name: big-azure, upstream: azure, upstreamModel: gpt-x}
              - {name: gpt-x-local, upstream: own, upstreamModel: gpt-x}
              - {name: same, upstream: openai, prices: [{from: 2024-01-01T00:00:00Z, currency: USD, perMillion: {input: 1.0}}]}
            """;

    private static final String LITELLM =
            """
            {"sample_spec": {"input_cost_per_token": 0, "litellm_provider": "one of"},
             "gpt-x": {"input_cost_per_token": 2e-06, "output_cost_per_token": 8e-06,
                       "litellm_provider": "openai", "mode": "chat",
                       "search_context_cost_per_query": {"low": 0.03}},
             "azure/gpt-x": {"input_cost_per_token": 2.2e-06, "litellm_provider": "azure"},
             "same": {"input_cost_per_token": 1e-6, "litellm_provider": "openai"},
             "other": {"input_cost_per_token": 1e-6, "litellm_provider": "openai"}}
            """;

    @BeforeEach
    void publish() {
        CleanConfig.reset(database);
        Sample.expect(admin().apply(FILE), 200);
    }

    @Test
    void saysWhatIsNoTextAndWhatIsNoForm() {
        var path = "/api/v1/prices/import?format=csv";
        var latin = "model,input\nbig,1\nb\u00e4r,2\n".getBytes(StandardCharsets.ISO_8859_1);

        var refused = admin().upload(path, "text/plain", latin);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("not UTF-8: look at line 3");
        var form = admin().upload(path, "application/x-www-form-urlencoded", latin);
        assertThat(form.status()).isEqualTo(415);
        assertThat(form.text()).contains("text/plain");
    }

    @Test
    void showsWhatALiteLlmMapChangesAndChangesNothing() {
        var answer = read(admin(), "format=litellm" + FROM, LITELLM, 200);

        assertThat(answer.path("applied").asBoolean()).isFalse();
        assertThat(line(answer, "big"))
                .isEqualTo(
                        "gpt-x add file test.yaml [perMillion.input: 2.5 → 2, "
                                + "perMillion.output: 10 → 8, perRequest: 0.01 → –]");
        assertThat(line(answer, "big-azure"))
                .startsWith("azure/gpt-x add")
                .contains("perMillion.input: – → 2.2");
        assertThat(line(answer, "same")).startsWith("same unchanged");
        assertThat(answer.path("notListed").toString()).isEqualTo("[\"gpt-x-local\"]");
        assertThat(answer.path("unused").path("count").asInt()).isEqualTo(1);
        assertThat(answer.path("unused").path("first").toString()).isEqualTo("[\"other\"]");
        var big = model(answer, "big");
        assertThat(big.path("notTaken").path(0).path("field").asString())
                .isEqualTo("search_context_cost_per_query");
        assertThat(big.path("notes").toString())
                .contains("perRequest of the price before ends: it is not listed");
        assertThat(admin().get("/api/v1/drafts/diff").json().path("changes")).isEmpty();
    }

    @Test
    void givesYamlThatCanStandInTheFile() {
        var yaml = read(admin(), "format=litellm" + FROM, LITELLM, 200).path("yaml").asString();

        assertThat(yaml).startsWith("models:\n").doesNotContain("E+", "!!");
        var prices =
                yaml.substring(yaml.indexOf("    prices:"), yaml.indexOf("  - name: big-azure"));
        var file =
                FILE.replace(
                        "    prices: [{from: 2024-01-01T00:00:00Z, perMillion: {input: 2.50,"
                                + " output: 10}, perRequest: 0.01}]\n",
                        prices);
        assertThat(file).contains("2999-01-01");
        var applied = admin().apply(file);
        assertThat(applied.status()).as(applied.text()).isEqualTo(200);
        var again = read(admin(), "format=litellm" + FROM, LITELLM, 200);
        assertThat(line(again, "big")).startsWith("gpt-x unchanged");
    }

    @Test
    void knowsAServerOfOnesOwnByTheNameThatLiteLlmHasForIt() {
        var map =
                """
                {"hosted_vllm/gpt-x": {"input_cost_per_token": 1e-7, "litellm_provider": "hosted_vllm"}}
                """;

        var answer = read(admin(), "format=litellm" + FROM, map, 200);

        assertThat(line(answer, "gpt-x-local"))
                .startsWith("hosted_vllm/gpt-x add")
                .contains("perMillion.input: – → 0.1");
    }

    @Test
    void draftsWhatTheConsoleManagesAndAddsToADraftThatIsThere() {
        Sample.draft(admin(), "model/mine", Map.of("name", "mine", "upstream", "openai"));
        Sample.expect(admin().post("/api/v1/drafts/publish", Map.of()), 200);
        Sample.draft(
                admin(),
                "model/mine",
                Map.of(
                        "name",
                        "mine",
                        "upstream",
                        "openai",
                        "upstreamModel",
                        "gpt-x",
                        "context",
                        9));

        var answer = read(admin(), "apply=true" + FROM, LITELLM, 200);

        assertThat(model(answer, "mine").path("drafted").asBoolean()).isTrue();
        assertThat(model(answer, "big").path("drafted").asBoolean()).isFalse();
        var body = admin().get("/api/v1/documents/model/mine").json().path("draft").path("body");
        assertThat(body.path("context").asInt()).isEqualTo(9);
        assertThat(body.path("prices").path(0).path("perMillion").path("output").asString())
                .isEqualTo("8");
        assertThat(admin().get("/api/v1/drafts/diff").json().path("changes")).hasSize(1);
        Sample.expect(admin().post("/api/v1/drafts/publish", Map.of()), 200);
    }

    @Test
    void readsATableWithTiersAndDates() {
        var answer =
                read(
                        admin(),
                        "format=csv" + FROM,
                        """
                        model,upstream,from,currency,input,cachedInput,output,aboveInputTokens,serviceTier:batch,perRequest
                        gpt-x,azure,2998-01-01T00:00:00Z,,3,0.30,"12",,0.5,
                        gpt-x,azure,2998-01-01T00:00:00Z,,6,,24,128000,,
                        gpt-x,azure,,,2,0.2,8,,,
                        big,,,USD,1e0,,2,,,0
                        """,
                        200);

        assertThat(model(answer, "big").path("after").path("perMillion").path("input").asInt())
                .isEqualTo(1);
        assertThat(answer.path("models").valueStream())
                .filteredOn(it -> it.path("model").asString().equals("big-azure"))
                .extracting(it -> it.path("from").asString() + " " + it.path("action").asString())
                .containsExactly("2998-01-01T00:00:00Z add", "2999-01-01T00:00:00Z add");
        var first = model(answer, "big-azure").path("after");
        assertThat(first.path("tiers").toString())
                .isEqualTo(
                        "[{\"aboveInputTokens\":128000,\"perMillion\":{\"input\":6,\"output\":24}}]");
        assertThat(first.path("serviceTiers").toString()).isEqualTo("{\"batch\":0.5}");
    }

    @Test
    void readsOurOwnJson() {
        var answer =
                read(
                        admin(),
                        FROM.substring(1),
                        """
                        {"prices": [{"model": "gpt-x", "perMillion": {"input": 5},
                                     "bands": [{"from": "22:00", "to": "06:00", "timeZone": "Asia/Shanghai", "factor": 0.5}]}]}
                        """,
                        200);

        assertThat(answer.path("format").asString()).isEqualTo("json");
        assertThat(answer.path("models")).hasSize(3);
        assertThat(model(answer, "gpt-x-local").path("after").path("bands")).hasSize(1);
    }

    @Test
    void refusesPricesThatWouldChangeThePast() {
        var answer = read(admin(), "from=2024-06-01T00:00:00Z", "model,input\nbig,9\n", 200);

        assertThat(line(answer, "big")).startsWith("big refuse");
        assertThat(model(answer, "big").path("reason").asString()).contains("in the past");
        assertThat(answer.path("yaml").asString()).isEmpty();
        // A model that never had a price may have one from any day.
        var free = read(admin(), "from=2024-06-01T00:00:00Z", "model,input\nbig-azure,9\n", 200);
        assertThat(line(free, "big-azure")).startsWith("big-azure add");
    }

    @Test
    void namesFaultsByLineAndField() {
        var csv =
                read(
                        admin(),
                        "format=csv",
                        """
                        model,input,output,from
                        big,two,3,
                        big,1,2,yesterday
                        ,1,2,
                        big,1,2
                        big,-1,2,
                        """,
                        422);
        assertThat(faults(csv))
                .containsExactlyInAnyOrder(
                        "4 model: is empty",
                        "5 : has 3 cells, and the header has 4",
                        "6 model: 'big' has a price at line 2 already",
                        "2 line 2.perMillion.input: 'two' is not a number of zero or more: write it"
                                + " like 0.27",
                        "3 line 3.from: 'yesterday' is not an instant: write it like"
                                + " 2026-01-01T00:00:00Z");
        assertThat(faults(read(admin(), "format=csv", "model,inputs\nbig,1\n", 422)))
                .containsExactly(
                        "1 inputs: is not a column that is known here; did you mean 'input'?");
        assertThat(faults(read(admin(), "format=litellm", "{\n\"a\": {,}}", 422)).getFirst())
                .startsWith("2 : is not JSON: ");
        assertThat(
                        faults(
                                read(
                                        admin(),
                                        "format=json",
                                        "{\"prices\": [{\"model\": \"big\", \"perMilion\": {}}]}",
                                        422)))
                .containsExactly(
                        "0 prices[0].perMilion: 'perMilion' is not known here; did you mean"
                                + " 'perMillion'?");
        var huge = "{\"prices\": [{\"model\": \"big\", \"perMillion\": {\"input\": 1e99999}}]}";
        assertThat(faults(read(admin(), "format=json", huge, 422)))
                .containsExactly("0 prices[0]: holds a number that no price can have");
        var wide = "a,".repeat(200_000) + "\n";
        assertThat(faults(read(admin(), "format=csv", wide, 422)))
                .containsExactly("1 : has 200001 columns; the most is 200");
        var rows = "model,input\n" + "big,1\n".repeat(250_000);
        assertThat(faults(read(admin(), "format=csv", rows, 422)))
                .containsExactly("200002 : has more than 200000 rows; send it in parts");
        var prices =
                "{\"prices\": [" + "{\"model\": \"big\"},".repeat(10_000) + "{\"model\": \"x\"}]}";
        assertThat(faults(read(admin(), "format=json", prices, 422)))
                .containsExactly("0 : has more than 10000 prices; send it in parts");
        var values = "[" + "{},".repeat(1_000_000) + "{}]";
        assertThat(faults(read(admin(), "format=json", values, 422)))
                .containsExactly("0 : has more than 1000000 values; send it in parts");
        assertThat(read(admin(), "format=xml", "x", 400).toString()).contains("csv, json, litellm");
    }

    @Test
    void isForThePlatform() {
        var finance = token(Map.of("name", "fin", "roles", List.of("finance")));
        Sample.publish(admin(), "t-prices");
        var bound = token(Map.of("name", "own", "roles", List.of("member"), "tenant", "t-prices"));

        read(finance, FROM.substring(1), LITELLM, 200);
        read(finance, "apply=true" + FROM, LITELLM, 403);
        read(bound, FROM.substring(1), LITELLM, 403);
    }

    private static JsonNode read(Rest rest, String query, String list, int status) {
        return Sample.expect(rest.send("POST", "/api/v1/prices/import?" + query, list), status)
                .json();
    }

    private static JsonNode model(JsonNode answer, String model) {
        return answer.path("models")
                .valueStream()
                .filter(it -> it.path("model").asString().equals(model))
                .findFirst()
                .orElseThrow();
    }

    private static String line(JsonNode answer, String model) {
        var it = model(answer, model);
        return "%s %s %s %s [%s]"
                .formatted(
                        it.path("listedAs").asString(),
                        it.path("action").asString(),
                        it.path("managedBy").asString(),
                        it.path("fileName").asString(""),
                        String.join(
                                ", ",
                                it.path("changes").valueStream().map(JsonNode::asString).toList()));
    }

    private static List<String> faults(JsonNode answer) {
        return answer.path("error")
                .path("faults")
                .valueStream()
                .map(it ->
                        "%d %s: %s"
                                .formatted(
                                        it.path("line").asInt(0),
                                        it.path("path").asString(""),
                                        it.path("message").asString("")))
                .toList();
    }
}
