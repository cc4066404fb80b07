package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class QianfanCorpusTest {
    private static final CodecLaw LAW = new CodecLaw(new QianfanCodec(), Dialect.QIANFAN);

    private interface Check {
        void of(byte[] bytes);
    }

    private static Stream<DynamicTest> tests(Stream<Path> files, Check check) {
        return files.map(file ->
                DynamicTest.dynamicTest(
                        file.getFileName().toString(), () -> check.of(Files.readAllBytes(file))));
    }

    @TestFactory
    Stream<DynamicTest> requestsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files("ernie-v1-chat", ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        LAW.request(bytes, QianfanCorpusTest::alike);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("ernie-v1-chat", ".response.json"), LAW::reply);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("ernie-v1-chat", ".response.sse"), LAW::stream);
    }

    @TestFactory
    Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(FixtureCorpus.files("ernie-v1-chat", ".response.sse"), LAW::breaksOff);
    }

    @TestFactory
    Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files("ernie-v1-chat", ".response.sse").limit(2),
                bytes -> LAW.survives(bytes, 7));
    }

    private static boolean isOfThisVersion(JsonNode request) {
        return request.path("messages").isArray();
    }

    private static void alike(ObjectNode request) {
        request.remove("model");
    }

    @Test
    void aRequestComesBackAsItWas() {
        LAW.request(
                """
                {"messages":[{"role":"user","content":"weather?"},
                 {"role":"assistant","content":"","function_call":
                  {"name":"weather","arguments":"{\\"city\\":\\"Ulm\\"}","thoughts":"ask"}},
                 {"role":"function","name":"weather","content":"{\\"t\\":3}"}],
                 "system":"be brief","functions":[{"name":"weather","description":"tells it",
                 "parameters":{"type":"object","properties":{}}}],"temperature":0.5,
                 "penalty_score":1.2,"stop":["x"],"max_output_tokens":30,"stream":true,
                 "user_id":"u"}
                """
                        .getBytes(StandardCharsets.UTF_8),
                QianfanCorpusTest::alike);
    }
}
