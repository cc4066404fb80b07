package dev.sluice.dataplane.upstream.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Rules of providers must come to the same by splices and by the conversation. */
class RulesTest {
    private final Losses losses = new Losses(Dialect.OPENAI_CHAT, false);

    private static JsonFields fields(String json) {
        return JsonFields.scan(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String body(String more) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"
                + more
                + "}";
    }

    private JsonNode patched(String provider, String model, String json) {
        var rules = Providers.find(provider).rulesFor(model);
        var patched = new PatchedRules(rules, losses).apply(fields(json));
        return patched == null ? null : SluiceJson.mapper().readTree(patched.bytes());
    }

    private JsonNode rewritten(String provider, String model, String json, Losses told) {
        var requests = Codecs.of(Dialect.OPENAI_CHAT).requests();
        var request = requests.read(Door.of(Dialect.OPENAI_CHAT, Operation.CHAT), fields(json));
        var rules = Providers.find(provider).rulesFor(model);
        return requests.write(
                new RequestRules(rules, told).apply(request),
                new RequestTarget("m", null, null, "max_tokens", false),
                told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zhipu|glm-4|temperature|0|0.01",
                "zhipu|glm-4|temperature|1|0.99",
                "zhipu|glm-4|temperature|0.5|0.5",
                "zhipu|glm-4|top_p|1.0|0.99",
                "dashscope|qwen-plus|temperature|2|1.99",
                "qianfan|ernie|temperature|0|0.01",
                "mistral|large|temperature|2|1.5",
                "anthropic|claude|temperature|1.7|1"
            })
    void clampsAndNeverScales(
            String provider, String model, String field, String asked, String is) {
        var json = body(",\"" + field + "\":" + asked);
        var patched = patched(provider, model, json).path(field).decimalValue();
        var told = new Losses(Dialect.OPENAI_CHAT, false);
        var rewritten = rewritten(provider, model, json, told).path(field).decimalValue();
        assertThat(patched).isEqualByComparingTo(is);
        assertThat(rewritten).isEqualByComparingTo(is);
        assertThat(losses.warnings()).isEqualTo(told.warnings());
    }

    @Test
    void stripsWhatReasoningModelsRefuse() {
        var json =
                "{\"max_tokens\":5,\"temperature\":0.2,\"top_p\":1,\"model\":\"m\","
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"stop\":[\"x\"] , \"x\": 1}";
        var patched = patched("openai", "gpt-5-mini", json);
        assertThat(patched.propertyNames())
                .containsExactlyInAnyOrder("max_completion_tokens", "model", "messages", "x");
        assertThat(patched.path("max_completion_tokens").asInt()).isEqualTo(5);
        assertThat(losses.warnings())
                .containsExactlyInAnyOrder(
                        "temperature " + RequestRules.STRIPPED, "stop " + RequestRules.STRIPPED);
        assertThat(patched("openai", "gpt-4o", json).path("max_tokens").asInt()).isEqualTo(5);
    }

    @Test
    void leavesTheBytesOfARequestThatBreaksNoRule() {
        var fields = fields(body(",\"temperature\":0.50"));
        var rules = Providers.find("zhipu").rulesFor("glm-4");
        assertThat(new PatchedRules(rules, losses).apply(fields)).isSameAs(fields);
    }

    @Test
    void strictRefusesAChange() {
        var strict = new Losses(Dialect.OPENAI_CHAT, true);
        var rules = new PatchedRules(Providers.find("zhipu").rulesFor("glm-4"), strict);
        var fields = fields(body(",\"temperature\":2"));
        assertThatThrownBy(() -> rules.apply(fields))
                .isInstanceOf(GatewayFailure.Unsupported.class)
                .hasMessageContaining("temperature");
    }

    @Test
    void tellsTheModelASchemaThatTheProviderCannotEnforce() {
        var json =
                body(
                        ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":"
                                + "{\"name\":\"n\",\"schema\":{\"type\":\"object\"}}}");
        assertThat(patched("deepseek", "deepseek-chat", json)).isNull();
        var rewritten = rewritten("deepseek", "deepseek-chat", json, losses);
        assertThat(rewritten.path("response_format").path("type").asString())
                .isEqualTo("json_object");
        assertThat(rewritten.path("messages").path(0).path("content").asString())
                .contains("{\"type\":\"object\"}");
        assertThat(losses.warnings()).singleElement().asString().contains("json_object");
    }

    @Test
    void lowersAChoiceThatCannotBeForced() {
        var tools =
                ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}],\"tool_choice\":";
        assertThat(patched("zhipu", "glm-4", body(tools + "\"required\""))).isNull();
        assertThat(
                        rewritten("zhipu", "glm-4", body(tools + "\"required\""), losses)
                                .path("tool_choice")
                                .asString())
                .isEqualTo("auto");
        assertThat(patched("zhipu", "glm-4", body(tools + "\"auto\""))).isNotNull();
    }

    @Test
    void letsTheUserSayTheSystemsWords() {
        var json =
                "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"be kind\"},"
                        + "{\"role\":\"user\",\"content\":\"hi\"}]}";
        assertThat(patched("vllm", "google/gemma-2-9b-it", json)).isNull();
        var messages = rewritten("vllm", "google/gemma-2-9b-it", json, losses).path("messages");
        assertThat(messages.size()).isEqualTo(1);
        assertThat(messages.toString()).contains("be kind").contains("hi");
        assertThat(patched("vllm", "qwen", json)).isNotNull();
    }

    @Test
    void renamesWithoutALoss() {
        var patched = patched("mistral", "m", body(",\"seed\":7,\"max_completion_tokens\":9"));
        assertThat(patched.path("random_seed").asInt()).isEqualTo(7);
        assertThat(patched.path("max_tokens").asInt()).isEqualTo(9);
        assertThat(patched.has("seed")).isFalse();
        assertThat(losses.warnings()).isEqualTo(List.of());
    }
}
