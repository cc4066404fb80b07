package dev.sluice.dataplane.dialect.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the gateway demands of requests, and what becomes of other dialects' requests. */
class AnthropicRequestTest {
    private static final Door DOOR = Door.of(Dialect.ANTHROPIC, Operation.CHAT);
    private static final String USER = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";

    private final List<String> warnings = new ArrayList<>();

    private static Envelope envelope(Door door, String json) {
        return Codecs.of(Dialect.ANTHROPIC)
                .requests()
                .envelope(door, JsonFields.scan(json.getBytes(UTF_8)));
    }

    private JsonNode fromChat(String model, String json) {
        var losses = new Losses(Dialect.ANTHROPIC, false);
        var request =
                Codecs.of(Dialect.OPENAI_CHAT)
                        .requests()
                        .read(
                                Door.of(Dialect.OPENAI_CHAT, Operation.CHAT),
                                JsonFields.scan(json.getBytes(UTF_8)));
        var body =
                Codecs.of(Dialect.ANTHROPIC)
                        .requests()
                        .write(
                                request,
                                new RequestTarget(model, null, null, "max_tokens", false),
                                losses);
        warnings.addAll(losses.warnings());
        return SluiceJson.mapper().readTree(SluiceJson.mapper().writeValueAsBytes(body));
    }

    @Test
    void readsTheEnvelope() {
        var envelope =
                envelope(
                        DOOR,
                        "{\"model\":\"a\",\"max_tokens\":1e3,\"stream\":true,\"tools\":[{}],"
                                + "\"metadata\":{\"user_id\":\"u\"},\"messages\":[{\"role\":\"user\","
                                + "\"content\":[{\"type\":\"image\"}]}]}");

        assertThat(envelope)
                .isEqualTo(
                        new Envelope("a", true, true, 1000L, "max_tokens", 1, 1, true, true, "u"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"model\":\"a\",%s}",
                "{\"model\":\"a\",\"max_tokens\":null,%s}",
                "{\"model\":\"a\",\"max_tokens\":0,%s}",
                "{\"model\":\"a\",\"max_tokens\":1.5,%s}",
                "{\"model\":\"a\",\"max_tokens\":\"9\",%s}",
                "{\"model\":\"\",\"max_tokens\":9,%s}",
                "{\"max_tokens\":9,%s}",
                "{\"model\":\"a\",\"max_tokens\":9,\"stream\":1,%s}",
                "{\"model\":\"a\",\"max_tokens\":9}",
                "{\"model\":\"a\",\"max_tokens\":9,\"messages\":[ ]}"
            })
    void refusesWhatAnthropicRefuses(String json) {
        assertThatThrownBy(() -> envelope(DOOR, json.formatted(USER)))
                .isInstanceOf(GatewayFailure.Malformed.class);
    }

    @Test
    void countsWithoutACap() {
        var count = new Door(Dialect.ANTHROPIC, Operation.CHAT, null, false, Door.COUNT);
        assertThat(envelope(count, "{\"model\":\"a\"," + USER + "}").capAsked()).isNull();
    }

    @Test
    void patchesModelAndALowerCapAlone() {
        var json = "{\"model\":\"a\", \"max_tokens\": 900, \"x\":1.10," + USER + "}";
        assertThat(patched(json, 900L)).isEqualTo(json.replace("\"a\"", "\"up\""));
        assertThat(patched(json, 100L))
                .isEqualTo(json.replace("\"a\"", "\"up\"").replace("900", "100"));
    }

    private static String patched(String json, Long cap) {
        var fields = JsonFields.scan(json.getBytes(UTF_8));
        var patch = new JsonPatch();
        Codecs.of(Dialect.ANTHROPIC)
                .requests()
                .patch(patch, fields, new RequestTarget("up", cap, 900L, "max_tokens", false));
        return new String(patch.apply(fields.bytes(), 0, fields.bytes().length), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"eA==\",\"format\":\"wav\"}}",
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/svg+xml;base64,PHN2Zy8+\"}}",
                "{\"type\":\"video_url\",\"video_url\":{\"url\":\"https://h/a.mp4\"}}",
                "{\"type\":\"file\",\"file\":{\"file_id\":\"file-1\"}}"
            })
    void refusesPartsThatItCannotSay(String part) {
        var json =
                "{\"model\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":[" + part + "]}]}";
        assertThatThrownBy(() -> fromChat("claude", json))
                .isInstanceOf(GatewayFailure.Unsupported.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"n\":2",
                "\"tools\":[{\"type\":\"custom\",\"custom\":{\"name\":\"f\"}}]",
                "\"tools\":[{\"type\":\"web_search\"}]"
            })
    void refusesFieldsWithoutWhichTheMeaningIsAnother(String field) {
        assertThatThrownBy(() -> fromChat("claude", "{\"model\":\"a\"," + USER + "," + field + "}"))
                .isInstanceOf(GatewayFailure.Unsupported.class);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-3-5-sonnet-20241022,true,true,enabled",
        "anthropic/claude-sonnet-4.5,true,false,enabled",
        "claude-opus-4-6,true,false,adaptive",
        "claude-opus-4-7,false,false,adaptive",
        "claude-next-5,false,false,adaptive",
        "something-else,true,false,enabled"
    })
    void asksOfAModelWhatItsGenerationTakes(
            String model, boolean temperature, boolean topP, String thinking) {
        var sampled =
                fromChat(model, "{\"model\":\"a\",\"temperature\":0.2,\"top_p\":0.5," + USER + "}");
        assertThat(sampled.has("temperature")).isEqualTo(temperature);
        assertThat(sampled.has("top_p")).isEqualTo(topP);
        var effort =
                fromChat(
                        model,
                        "{\"model\":\"a\",\"reasoning_effort\":\"low\",\"max_tokens\":9000,"
                                + USER
                                + "}");
        assertThat(effort.path("thinking").path("type").asString()).isEqualTo(thinking);
        assertThat(effort.path("output_config").path("effort").asString(""))
                .isEqualTo(thinking.equals("adaptive") ? "low" : "");
        var none = fromChat(model, "{\"model\":\"a\",\"reasoning_effort\":\"none\"," + USER + "}");
        assertThat(none.path("thinking").path("type").asString()).isEqualTo("disabled");
    }

    @Test
    void doesNotThinkWhereTheTargetWouldRefuseIt() {
        var forced =
                fromChat(
                        "claude-sonnet-4-5",
                        "{\"model\":\"a\",\"reasoning_effort\":\"low\",\"max_tokens\":9000,"
                                + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}],"
                                + "\"tool_choice\":\"required\","
                                + USER
                                + "}");
        var small =
                fromChat(
                        "claude-sonnet-4-5",
                        "{\"model\":\"a\",\"reasoning_effort\":\"low\",\"max_tokens\":900,"
                                + USER
                                + "}");
        var inLoop =
                fromChat(
                        "claude-sonnet-4-5",
                        "{\"model\":\"a\",\"reasoning_effort\":\"low\",\"max_tokens\":9000,"
                                + "\"messages\":[{\"role\":\"user\",\"content\":\"go\"},"
                                + "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c\",\"type\":"
                                + "\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},"
                                + "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"1\"}]}");

        assertThat(List.of(forced, small, inLoop)).noneMatch(body -> body.has("thinking"));
        assertThat(warnings).filteredOn(text -> text.startsWith("thinking left out")).hasSize(3);
    }

    @Test
    void saysSomethingWhereOnlyInstructionsAre() {
        var body =
                fromChat(
                        "claude",
                        "{\"model\":\"a\",\"messages\":[{\"role\":\"system\",\"content\":\"Hi.\"}]}");
        assertThat(body.path("messages").toString())
                .isEqualTo("[{\"role\":\"user\",\"content\":\"Hi.\"}]");
    }

    @ParameterizedTest
    @EnumSource(
            names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "COHERE", "DASHSCOPE", "OLLAMA", "QIANFAN"})
    void tellsThatATargetHasNoWordForAFailedTool(Dialect target) {
        var body =
                "{\"model\":\"a\",\"max_tokens\":99,\"messages\":[{\"role\":\"user\",\"content\":\"x\"},"
                        + "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\","
                        + "\"name\":\"f\",\"input\":{}}]},{\"role\":\"user\",\"content\":[{"
                        + "\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"content\":\"no\","
                        + "\"is_error\":true}]}]}";
        var request =
                Codecs.of(Dialect.ANTHROPIC)
                        .requests()
                        .read(DOOR, JsonFields.scan(body.getBytes(UTF_8)));
        var losses = new Losses(target, false);
        Codecs.of(target)
                .requests()
                .write(request, new RequestTarget("m", null, null, "max_tokens", false), losses);

        assertThat(losses.warnings())
                .containsExactly(
                        "messages.is_error dropped: " + target.text() + " has no such field");
    }
}
