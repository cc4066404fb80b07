package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class CohereCorpusTest {
    private static final CodecLaw LAW = new CodecLaw(new CohereCodec(), Dialect.COHERE);

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
                FixtureCorpus.files("cohere-chat", ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        LAW.request(bytes, CohereCorpusTest::alike);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("cohere-chat", ".response.json"), LAW::reply);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("cohere-chat", ".response.sse"), LAW::stream);
    }

    @TestFactory
    Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(FixtureCorpus.files("cohere-chat", ".response.sse"), LAW::breaksOff);
    }

    @TestFactory
    Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files("cohere-chat", ".response.sse").limit(2),
                bytes -> LAW.survives(bytes, 7));
    }

    private static boolean isOfThisVersion(JsonNode request) {
        return request.path("messages").isArray();
    }

    /** One text is the same as a list of one; an answer without words needs no content. */
    private static void alike(ObjectNode request) {
        for (var message : request.path("messages").values()) {
            var node = (ObjectNode) message;
            var content = node.path("content");
            if (content.isArray() && content.size() == 1 && content.path(0).has("text")) {
                node.set("content", content.path(0).path("text"));
            }
            if (node.path("content").asString("x").isEmpty()) {
                node.remove("content");
            }
        }
        if (!request.path("stream").asBoolean(true)) {
            request.remove("stream");
        }
    }
}
