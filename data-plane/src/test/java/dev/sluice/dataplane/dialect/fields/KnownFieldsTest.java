package dev.sluice.dataplane.dialect.fields;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.fields.KnownFields.Unknown;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownFieldsTest {
    /** Of single routers and servers: what a policy against unknown fields is for. */
    private static final Set<String> NOBODYS =
            Set.of(
                    "grammar",
                    "search_context_size",
                    "venice_parameters",
                    "tools[0].parameters",
                    "provider",
                    "variables",
                    "safety_model");

    private static List<Unknown> unknown(Dialect dialect, Operation operation, String body) {
        return Objects.requireNonNull(KnownFields.of(Door.of(dialect, operation)))
                .unknownIn(body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "OPENAI_CHAT|{\"model\":\"a\",\"temprature\":1,\"messages\":[]}|temprature|temperature",
                "OPENAI_CHAT|{\"messages\":[{\"role\":\"user\"},{\"rolle\":1}]}|messages[1].rolle|role",
                "OPENAI_CHAT|{\"tools\":[{\"function\":{\"stric\":true}}]}|tools[0].function.stric|strict",
                "OPENAI_RESPONSES|{\"reasoning\":{\"efort\":\"low\"}}|reasoning.efort|effort",
                "OPENAI_RESPONSES|{\"input\":[{\"role\":\"user\",\"content\":\"x\",\"rolle\":1}]}"
                        + "|input[0].rolle|role",
                "OPENAI_RESPONSES|{\"input\":[{\"statuss\":1,\"type\":\"message\"}]}"
                        + "|input[0].statuss|status",
                "OPENAI_RESPONSES|{\"input\":[{\"content\":[{\"type\":\"input_text\",\"texd\":1}]}]}"
                        + "|input[0].content[0].texd|text",
                "ANTHROPIC|{\"messages\":[{\"content\":[{\"content\":[{\"txt\":1}]}]}]}"
                        + "|messages[0].content[0].content[0].txt|text",
                "ANTHROPIC|{\"thinking\":{\"budget\":1}}|thinking.budget|",
                "GEMINI|{\"generation_config\":{\"max_output_token\":1}}"
                        + "|generation_config.max_output_token|maxOutputTokens",
                "GEMINI|{\"contents\":[{\"parts\":[{\"texd\":\"\"}]}]}|contents[0].parts[0].texd|text",
                "TGI|{\"inputs\":\"a\",\"parameters\":{\"max_tokns\":1}}|parameters.max_tokns|max_tokens"
            })
    void namesTheFieldAndWhatWasMeant(Dialect dialect, String body, String path, String meant) {
        assertThat(unknown(dialect, Operation.CHAT, body))
                .containsExactly(new Unknown(path, meant));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "OPENAI_CHAT|{\"metadata\":{\"any\":1},\"logit_bias\":{\"50256\":1}}",
                "OPENAI_CHAT|{\"tools\":[{\"type\":\"function\",\"function\":{\"parameters\":{\"any\":1}}}]}",
                "OPENAI_CHAT|{\"messages\":\"no list\",\"stream_options\":null}",
                "OPENAI_RESPONSES|{\"input\":[{\"type\":\"whatever\",\"x\":1}],\"tools\":[{\"y\":1}]}",
                "OPENAI_RESPONSES|{\"input\":[{\"x\":1,\"type\":\"whatever\"},\"text\"]}",
                "ANTHROPIC|{\"tools\":[{\"input_schema\":{\"any\":{\"x\":1}}}]}",
                "GEMINI|{\"system_instruction\":{\"parts\":[{\"inline_data\":{\"mime_type\":\"a\"}}]}}",
                "GEMINI|{\"generationConfig\":{\"responseSchema\":{\"any\":1}}}"
            })
    void leavesOpenWhatTheDialectLeavesOpen(Dialect dialect, String body) {
        assertThat(unknown(dialect, Operation.CHAT, body)).isEmpty();
    }

    @Test
    void everyDoorThatTakesJsonHasItsFields() {
        for (var dialect :
                List.of(
                        Dialect.OPENAI_CHAT,
                        Dialect.OPENAI_RESPONSES,
                        Dialect.ANTHROPIC,
                        Dialect.GEMINI,
                        Dialect.TGI)) {
            assertThat(unknown(dialect, Operation.CHAT, "{\"zzzzzzzz\":1}"))
                    .containsExactly(new Unknown("zzzzzzzz", null));
        }
        for (var operation :
                List.of(Operation.COMPLETIONS, Operation.EMBEDDINGS, Operation.RERANK)) {
            assertThat(unknown(Dialect.OPENAI_CHAT, operation, "{\"zzzzzzzz\":1}")).hasSize(1);
        }
        assertThat(unknown(Dialect.GEMINI, Operation.EMBEDDINGS, "{\"content\":{},\"zzzzzzzz\":1}"))
                .hasSize(1);
        var speech = new Door(Dialect.OPENAI_CHAT, Operation.AUDIO, null, null, "/audio/speech");
        assertThat(
                        Objects.requireNonNull(KnownFields.of(speech))
                                .unknownIn("{\"a\":1}".getBytes(UTF_8)))
                .hasSize(1);
    }

    @Test
    void tellsTheFirstFewAndNoEndlessName() {
        var body = new StringBuilder("{\"" + "x".repeat(40_000) + "\":1");
        for (var i = 0; i < 1000; i++) {
            body.append(",\"zzzzzzzz").append(i).append("\":{\"a\":[1,{\"b\":2}]}");
        }

        var found = unknown(Dialect.OPENAI_CHAT, Operation.CHAT, body.append("}").toString());

        assertThat(found).hasSize(10);
        assertThat(found.getFirst().path()).hasSize(101);
    }

    @ParameterizedTest
    @CsvSource({
        "openai-chat, OPENAI_CHAT, CHAT",
        "openai-completions, OPENAI_CHAT, COMPLETIONS",
        "openai-embeddings, OPENAI_CHAT, EMBEDDINGS",
        "rerank, OPENAI_CHAT, RERANK",
        "openai-responses, OPENAI_RESPONSES, CHAT",
        "anthropic-messages, ANTHROPIC, CHAT",
        "gemini-generateContent, GEMINI, CHAT",
        "gemini-embed, GEMINI, EMBEDDINGS",
        "tgi-generate, TGI, CHAT"
    })
    void knowsWhatRecordedRequestsHold(String protocol, Dialect dialect, Operation operation)
            throws IOException {
        var found = new ArrayList<String>();
        for (var file : FixtureCorpus.files(protocol, ".request.json").toList()) {
            var body = Files.readString(file);
            if (body.stripLeading().startsWith("{")) {
                unknown(dialect, operation, body).forEach(one -> found.add(one.path()));
            }
        }

        assertThat(found).isSubsetOf(NOBODYS);
    }
}
