package dev.sluice.dataplane.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.testing.Rich;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.PromptRules.Instructions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Models that want their instructions said by somebody else. */
class PromptRulesIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        var claude = "\"provider\":\"anthropic\",\"baseUrl\":\"" + upstream.url() + "\"";
        node =
                new TestNode(
                        new TestConfig()
                                .openai("by-user", upstream)
                                .instructions("by-user", Instructions.INTO_USER)
                                .chain("by-user", "by-user")
                                .openai("by-system", upstream)
                                .instructions("by-system", Instructions.FROM_USER)
                                .chain("by-system", "by-system")
                                .upstream("claude", claude)
                                .instructions("claude", Instructions.INTO_USER)
                                .chain("claude", "claude"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private JsonNode sent(Dialect answers, String path, String body) {
        upstream.always(
                ScriptedUpstream.json(
                        200,
                        new String(
                                ForeignJson.bytes(Rich.reply(answers)), StandardCharsets.UTF_8)));
        var answer = node.post(path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return SluiceJson.mapper().readTree(upstream.received().getLast().text());
    }

    @Test
    void theUserSaysWhatTheSystemWould() {
        var body =
                sent(
                        Dialect.OPENAI_CHAT,
                        "/v1/chat/completions",
                        "{\"model\":\"by-user\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                                + "{\"role\":\"user\",\"content\":\"Hi\"}]}");

        assertThat(body.path("messages").size()).isEqualTo(1);
        assertThat(body.at("/messages/0/role").asString()).isEqualTo("user");
        assertThat(body.at("/messages/0/content").toString()).contains("Be brief.", "Hi");
    }

    @Test
    void theSystemSaysWhatTheUserSaidFirst() {
        var body =
                sent(
                        Dialect.OPENAI_CHAT,
                        "/v1/chat/completions",
                        "{\"model\":\"by-system\",\"messages\":[{\"role\":\"user\",\"content\":\"Be brief.\"},"
                                + "{\"role\":\"user\",\"content\":\"Hi\"}]}");

        assertThat(body.at("/messages/0/role").asString()).isEqualTo("system");
        assertThat(body.at("/messages/1/role").asString()).isEqualTo("user");
    }

    @Test
    void aSingleMessageStaysTheUsers() {
        var body =
                sent(Dialect.OPENAI_CHAT, "/v1/chat/completions", TestNode.chat("by-system", ""));

        assertThat(body.at("/messages/0/role").asString()).isEqualTo("user");
    }

    @Test
    void holdsBetweenTwoOfAnotherDialectToo() {
        var body =
                sent(
                        Dialect.ANTHROPIC,
                        "/v1/messages",
                        "{\"model\":\"claude\",\"max_tokens\":9,\"system\":\"Be brief.\","
                                + "\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}");

        assertThat(body.has("system")).isFalse();
        assertThat(body.at("/messages/0/content").toString()).contains("Be brief.", "Hi");
    }
}
