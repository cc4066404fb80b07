package dev.sluice.dataplane.dialect.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.testing.Transcript;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.time.Instant;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of the dialect as servers really give them, and as its clients are answered. */
class AnthropicAnswerTest {
    private static final DialectCodec CODEC = Codecs.of(Dialect.ANTHROPIC);
    private static final DialectCodec CHAT = Codecs.of(Dialect.OPENAI_CHAT);

    private static ReplyContext context(Dialect dialect) {
        var door = Door.of(dialect, Operation.CHAT);
        return new ReplyContext(new UUID(1, 2), Instant.EPOCH, "alias", true, door, null);
    }

    private static Transcript read(String... payloads) {
        var stream = new StringBuilder();
        for (var payload : payloads) {
            stream.append(payload.startsWith("event: ") ? "" : "data: ")
                    .append(payload)
                    .append("\r\n\r\n");
        }
        return Transcript.of(CODEC.streams(), stream.toString().getBytes(UTF_8));
    }

    private static String start(String usage) {
        return "{\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":" + usage + "}}";
    }

    private static String end(String usage) {
        return "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":"
                + usage
                + "}";
    }

    @Test
    void mergesUsageThatComesInPieces() {
        var both =
                read(
                        start(
                                "{\"input_tokens\":9,\"cache_read_input_tokens\":1,\"output_tokens\":1}"),
                        end(
                                "{\"input_tokens\":9,\"cache_read_input_tokens\":1,\"output_tokens\":16}"));
        var late =
                read(
                        start("{\"input_tokens\":0,\"output_tokens\":0}"),
                        end(
                                "{\"input_tokens\":22,\"cache_creation_input_tokens\":4511,"
                                        + "\"output_tokens\":5}"));
        var wiped =
                read(
                        start(
                                "{\"input_tokens\":9,\"cache_read_input_tokens\":5,\"output_tokens\":1}"),
                        end("{\"cache_read_input_tokens\":0,\"output_tokens\":16}"));
        var cut = read(start("{\"input_tokens\":9,\"output_tokens\":1}"));

        assertThat(both.usage()).isEqualTo(new TokenUsage(10, 1, 0, 0, 16, 0, 0, 0));
        assertThat(late.usage()).isEqualTo(new TokenUsage(4533, 0, 4511, 0, 5, 0, 0, 0));
        assertThat(wiped.usage()).isEqualTo(new TokenUsage(14, 5, 0, 0, 16, 0, 0, 0));
        assertThat(cut.usage()).as("a placeholder is no figure").isNull();
    }

    @Test
    void readsCallsHoweverTheirArgumentsCome() {
        var transcript =
                read(
                        start("{}"),
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
                                + "{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"none\",\"input\":{}}}",
                        "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":"
                                + "{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"whole\","
                                + "\"input\":{\"x\":1}}}",
                        "{\"type\":\"content_block_stop\",\"index\":1}",
                        "{\"type\":\"content_block_delta\",\"index\":9,\"delta\":"
                                + "{\"type\":\"input_json_delta\",\"partial_json\":\"{\"}}",
                        end("{\"output_tokens\":3}"),
                        "event: message_stop\r\ndata: {}");

        assertThat(transcript.said())
                .contains("0/0 call none {}", "0/1 call whole {\"x\":1}", "stop TOOL_CALLS");
        assertThat(transcript.finished()).as("a terminator without a type").isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}",
                "{\"error\":{\"message\":\"x\"}}",
                "{\"type\":",
                "not json"
            })
    void endsWithAnErrorWhereOneComes(String payload) {
        var transcript = read(start("{}"), payload, end("{}"));
        assertThat(transcript.failure()).isNotNull();
        assertThat(transcript.ending().stops().firstEntry().getValue().reason())
                .isEqualTo(StopReason.END);
        assertThat(transcript.finished()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "1", "{}", "{\"type\":\"tomorrow\"}", "[DONE]"})
    void ignoresWhatItDoesNotKnow(String payload) {
        var transcript = read(start("{}"), payload);
        assertThat(transcript.failure()).isNull();
        assertThat(transcript.finished()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>",
                "[]",
                "null",
                "{}",
                "{\"content\":null}",
                "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"x\"}}"
            })
    void takesNothingElseForAReply(String body) {
        assertThatThrownBy(() -> CODEC.replies().read(body.getBytes(UTF_8)))
                .isInstanceOf(UnreadableReply.class);
    }

    @Test
    void answersClientsOfBothDialectsTheSame() {
        var reply =
                CHAT.replies()
                        .read(
                                ("{\"id\":\"x\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
                                                + "{\"role\":\"assistant\",\"content\":\"Both.\","
                                                + "\"reasoning_content\":\"hm\",\"tool_calls\":[{\"id\":"
                                                + "\"c.1\",\"type\":\"function\",\"function\":{\"name\":\"f\","
                                                + "\"arguments\":\"{\\\"id\\\":9007199254740993}\"}}]},"
                                                + "\"finish_reason\":\"tool_calls\"}],\"usage\":{"
                                                + "\"prompt_tokens\":10,\"completion_tokens\":4}}")
                                        .getBytes(UTF_8));
        var written =
                SluiceJson.mapper()
                        .writeValueAsBytes(
                                CODEC.replies().write(reply, context(Dialect.ANTHROPIC)));
        var again = CODEC.replies().read(written);

        assertThat(new String(written, UTF_8))
                .contains("\"input\":{\"id\":9007199254740993}", "\"stop_reason\":\"tool_use\"")
                .contains("{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"\"}");
        assertThat(Transcript.of(again).said()).isEqualTo(Transcript.of(reply).said());
        assertThat(again.usage()).isEqualTo(reply.usage());
        var chat =
                SluiceJson.mapper()
                        .writeValueAsBytes(
                                CHAT.replies().write(again, context(Dialect.OPENAI_CHAT)));
        assertThat(Transcript.of(CHAT.replies().read(chat)).said())
                .isEqualTo(Transcript.of(reply).said());
    }

    @Test
    void wrapsArgumentsThatAreNoObject() {
        var out = new ByteSink();
        var writer = CODEC.streams().writer(context(Dialect.ANTHROPIC));
        for (var call = 0; call < 2; call++) {
            writer.write(new ReplyEvent.CallStarted(0, call, "c" + call, "f", null), out);
            writer.write(new ReplyEvent.CallDelta(0, call, "invalid"), out);
            writer.write(new ReplyEvent.CallDelta(0, call, "_args"), out);
        }
        writer.end(new Ending(new TreeMap<>(), null), out);
        var bytes = out.take();

        MessageGrammar.check(bytes);
        assertThat(Transcript.of(CODEC.streams(), bytes).said())
                .contains("0/0 call f {\"_raw\":\"invalid_args\"}")
                .contains("0/1 call f {\"_raw\":\"invalid_args\"}");
    }

    @Test
    void tellsARefusalByTheEnd() {
        var reply =
                CHAT.replies()
                        .read(
                                ("{\"choices\":[{\"index\":0,\"message\":{\"content\":null,"
                                                + "\"refusal\":\"No.\"},\"finish_reason\":\"stop\"}]}")
                                        .getBytes(UTF_8));
        var written = CODEC.replies().write(reply, context(Dialect.ANTHROPIC));

        assertThat(written.path("stop_reason").asString()).isEqualTo("refusal");
        assertThat(written.path("content").path(0).path("text").asString()).isEqualTo("No.");
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_REQUEST,400,400,invalid_request_error",
        "INVALID_API_KEY,401,401,authentication_error",
        "MODEL_NOT_ALLOWED,403,403,permission_error",
        "MODEL_NOT_FOUND,404,404,not_found_error",
        "REQUEST_TOO_LARGE,413,413,request_too_large",
        "QUOTA_EXCEEDED,429,429,rate_limit_error",
        "BUDGET_HELD,429,429,rate_limit_error",
        "INTERNAL_ERROR,500,500,api_error",
        "UPSTREAM_UNAVAILABLE,503,503,api_error",
        "UPSTREAM_UNAVAILABLE,529,529,overloaded_error",
        "GATEWAY_OVERLOADED,503,529,overloaded_error",
        "UPSTREAM_TIMEOUT,504,504,timeout_error"
    })
    void tellsErrorsInItsOwnWords(ErrorCode code, int status, int shown, String type) {
        var told = new Told(code, status, "why", null, "req_1");
        var body = SluiceJson.mapper().readTree(CODEC.errors().body(told));

        assertThat(CODEC.errors().status(told)).isEqualTo(shown);
        assertThat(body.path("type").asString()).isEqualTo("error");
        assertThat(body.path("error").path("type").asString()).isEqualTo(type);
        assertThat(body.path("request_id").asString()).isEqualTo("req_1");
    }

    @Test
    void saysThatThePromptIsTooLongInTheWordsThatAgentsLookFor() {
        var told = new Told(ErrorCode.CONTEXT_LENGTH_EXCEEDED, 400, "max 10", null, null);
        assertThat(new String(CODEC.errors().body(told), UTF_8))
                .contains("prompt is too long: max 10");
    }
}
