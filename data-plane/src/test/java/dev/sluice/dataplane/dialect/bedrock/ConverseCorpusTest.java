package dev.sluice.dataplane.dialect.bedrock;

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
class ConverseCorpusTest {
    private static final CodecLaw LAW = new CodecLaw(new ConverseCodec(), Dialect.BEDROCK_CONVERSE);

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
                FixtureCorpus.files("bedrock-converse", ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        LAW.request(bytes, ConverseCorpusTest::alike);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("bedrock-converse", ".response.json"), LAW::reply);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files("bedrock-converse-stream", ".response.eventstream"),
                LAW::stream);
    }

    @TestFactory
    Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(
                FixtureCorpus.files("bedrock-converse-stream", ".response.eventstream"),
                LAW::breaksOff);
    }

    @TestFactory
    Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files("bedrock-converse-stream", ".response.eventstream").limit(2),
                bytes -> LAW.survives(bytes, 7));
    }

    private static boolean isOfThisVersion(JsonNode request) {
        return request.path("messages").isArray();
    }

    /** Empty lists and objects say nothing. */
    private static void alike(ObjectNode request) {
        for (var field : new String[] {"system", "inferenceConfig"}) {
            if (request.path(field) instanceof ObjectNode config
                    && config.path("stopSequences").isEmpty()) {
                config.remove("stopSequences");
            }
            if (request.path(field).isEmpty()) {
                request.remove(field);
            }
        }
        request.findValues("toolResult")
                .forEach(result -> {
                    if (result.path("status").asString("").equals("success")) {
                        ((ObjectNode) result).remove("status");
                    }
                });
        request.findValues("jsonSchema")
                .forEach(schema ->
                        ((ObjectNode) schema)
                                .set(
                                        "schema",
                                        SluiceJson.mapper()
                                                .readTree(schema.path("schema").asString())));
    }
}
