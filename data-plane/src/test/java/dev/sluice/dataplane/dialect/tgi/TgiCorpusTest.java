package dev.sluice.dataplane.dialect.tgi;

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
class TgiCorpusTest {
    private static final CodecLaw LAW = new CodecLaw(new TgiCodec(), Dialect.TGI);

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
                FixtureCorpus.files("tgi-generate", ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        LAW.request(bytes, TgiCorpusTest::alike);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("tgi-generate", ".response.json"), LAW::reply);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("tgi-generate", ".response.sse"), LAW::stream);
    }

    @TestFactory
    Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(FixtureCorpus.files("tgi-generate", ".response.sse"), LAW::breaksOff);
    }

    @TestFactory
    Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files("tgi-generate", ".response.sse").limit(2),
                bytes -> LAW.survives(bytes, 7));
    }

    private static boolean isOfThisVersion(JsonNode request) {
        return request.path("inputs").isString();
    }

    /** Details are always asked for. */
    private static void alike(ObjectNode request) {
        request.remove("model");
        if (request.path("parameters") instanceof ObjectNode parameters) {
            parameters.put("details", true);
            parameters.remove("do_sample");
        }
    }
}
