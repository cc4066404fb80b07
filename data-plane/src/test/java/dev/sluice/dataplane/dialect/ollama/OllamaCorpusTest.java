package dev.sluice.dataplane.dialect.ollama;

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
class OllamaCorpusTest {
    private static final CodecLaw LAW = new CodecLaw(new OllamaCodec(), Dialect.OLLAMA);

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
                FixtureCorpus.files("ollama-chat", ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        LAW.request(bytes, OllamaCorpusTest::alike);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("ollama-chat", ".response.json"), LAW::reply);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("ollama-chat", ".response.ndjson"), LAW::stream);
    }

    @TestFactory
    Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(FixtureCorpus.files("ollama-chat", ".response.ndjson"), LAW::breaksOff);
    }

    @TestFactory
    Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files("ollama-chat", ".response.ndjson").limit(2),
                bytes -> LAW.survives(bytes, 7));
    }

    private static boolean isOfThisVersion(JsonNode request) {
        return request.path("messages").isArray();
    }

    /** Empty lists, formats and options say nothing; a stream is what is served by default. */
    private static void alike(ObjectNode request) {
        if (!request.has("stream")) {
            request.put("stream", true);
        }
        for (var field : new String[] {"tools", "options"}) {
            if (request.path(field).isEmpty()) {
                request.remove(field);
            }
        }
        if (request.path("format").asString("x").isEmpty()) {
            request.remove("format");
        }
    }
}
