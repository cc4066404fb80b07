package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.policy.UnknownFields;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The policies of tenant, app and key count beside those of the alias. */
class CallerPoliciesIT {
    private static final String TARGET = "\"targets\":[{\"model\":\"one\"}]";

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream =
                new ScriptedUpstream()
                        .always(json(200, completion("mail a@example.com or 13912345678", 1, 1)));
        node = new TestNode(config("{}", UnknownFields.PASS));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private TestConfig config(String policies, UnknownFields unknownFields) {
        return new TestConfig()
                .openai("one", upstream)
                .alias("plain", TARGET + ",\"cache\":{\"ttl\":\"5m\"}")
                .alias("masked", TARGET + ",\"policies\":{\"mask\":{\"kinds\":[\"phone\"]}}")
                .alias("warned", TARGET + ",\"unknownFields\":\"warn\"")
                .caller(policies, unknownFields);
    }

    private void caller(String policies, UnknownFields unknownFields) {
        node.snapshot = config(policies, unknownFields).build();
    }

    @Test
    void masksOfBothCount() {
        caller("{\"mask\":{\"kinds\":[\"email\"]}}", UnknownFields.PASS);

        assertThat(node.chat(chat("plain", "")).body()).contains("mail [email] or 13912345678");
        assertThat(node.chat(chat("masked", "")).body()).contains("mail [email] or [phone]");
    }

    @Test
    void keptAnswersAreNotSharedByCallersWithOtherPolicies() {
        var asked = chat("plain", ",\"temperature\":0");
        assertThat(node.chat(asked).headers().firstValue("x-sluice-cache")).hasValue("miss");
        assertThat(node.chat(asked).headers().firstValue("x-sluice-cache")).hasValue("hit");

        caller("{\"mask\":{\"kinds\":[\"email\"]}}", UnknownFields.PASS);

        var masked = node.chat(asked);
        assertThat(masked.headers().firstValue("x-sluice-cache")).hasValue("miss");
        assertThat(masked.body()).contains("[email]");
        assertThat(node.chat(asked).body()).contains("[email]");
    }

    @Test
    void aStrictCallerIsToldOfLosses() {
        var body =
                "{\"model\":\"plain\",\"max_tokens\":9,\"container\":\"c\",\"messages\":"
                        + "[{\"role\":\"user\",\"content\":\"hi\"}]}";
        assertThat(node.post("/v1/messages", body).statusCode()).isEqualTo(200);

        caller("{\"strict\":true}", UnknownFields.PASS);

        var refused = node.post("/v1/messages", body);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("container");
    }

    @Test
    void theStricterWordAboutUnknownFieldsCounts() {
        caller("{}", UnknownFields.REJECT);
        assertThat(node.chat(chat("warned", ",\"temprature\":1")).statusCode()).isEqualTo(400);

        caller("{}", UnknownFields.WARN);
        var warned = node.chat(chat("plain", ",\"temprature\":1,\"temperature\":0"));
        assertThat(warned.headers().firstValue("x-sluice-warnings").orElse(""))
                .contains("temprature");
        var hit = node.chat(chat("plain", ",\"temprature\":1,\"temperature\":0"));
        assertThat(hit.headers().firstValue("x-sluice-cache")).hasValue("hit");
        assertThat(hit.headers().firstValue("x-sluice-warnings").orElse("")).contains("temprature");
    }
}
