package dev.sluice.dataplane.dialect.dashscope;

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
class DashScopeCorpusTest {
    private static final CodecLaw LAW = new CodecLaw(new DashScopeCodec(), Dialect.DASHSCOPE);

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
                FixtureCorpus.files("dashscope-generation", ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        LAW.request(bytes, DashScopeCorpusTest::alike);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("dashscope-generation", ".response.json"), LAW::reply);
    }

    @TestFactory
    Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(FixtureCorpus.files("dashscope-generation", ".response.sse"), LAW::stream);
    }

    @TestFactory
    Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(FixtureCorpus.files("dashscope-generation", ".response.sse"), LAW::breaksOff);
    }

    @TestFactory
    Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files("dashscope-generation", ".response.sse").limit(2),
                bytes -> LAW.survives(bytes, 7));
    }

    private static boolean isOfThisVersion(JsonNode request) {
        return request.path("input").path("messages").isArray();
    }

    /** The form of the answer is always asked for; the stream is told by a header. */
    private static void alike(ObjectNode request) {
        if (request.path("parameters") instanceof ObjectNode parameters) {
            parameters.put("result_format", "message");
            parameters.remove("incremental_output");
            if (parameters.path("stop").isString()) {
                var stop = parameters.path("stop");
                parameters.putArray("stop").add(stop);
            }
        } else {
            request.putObject("parameters").put("result_format", "message");
        }
        for (var message : request.path("input").path("messages").values()) {
            if (message.path("content").asString("").isEmpty()) {
                ((ObjectNode) message).remove("content");
            }
            ((ObjectNode) message).remove("tool_call_id"); // told where only the name was
            for (var call : message.path("tool_calls").values()) {
                ((ObjectNode) call).remove("index");
            }
        }
    }
}
