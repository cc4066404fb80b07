package dev.sluice.dataplane.dialect.testing;

import dev.sluice.model.json.SluiceJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Recorded traffic of one protocol through its codec and back: nothing may get lost. A codec takes
 * the exam by extending it; what its protocol holds for equal it says in {@link #alike}.
 */
public abstract class CorpusExam {
    private final CodecLaw law;
    private final String requests;
    private final String streams;
    private final String streamSuffix;

    /** One folder of recordings, whose streams are server-sent events. */
    protected CorpusExam(CodecLaw law, String protocol) {
        this(law, protocol, protocol, ".response.sse");
    }

    protected CorpusExam(CodecLaw law, String requests, String streams, String streamSuffix) {
        this.law = law;
        this.requests = requests;
        this.streams = streams;
        this.streamSuffix = streamSuffix;
    }

    /** What a recording must say: {@code bytes} are one whole file. */
    private interface Check {
        void of(byte[] bytes);
    }

    /** Recordings of older versions lie in the same folders. */
    protected boolean isOfThisVersion(JsonNode request) {
        return request.path("messages").isArray();
    }

    /** Brings two requests that mean the same to the same form. */
    protected abstract void alike(ObjectNode request);

    @TestFactory
    public Stream<DynamicTest> requestsComeBackAsTheyWere() {
        return tests(
                FixtureCorpus.files(requests, ".request.json"),
                bytes -> {
                    if (isOfThisVersion(SluiceJson.mapper().readTree(bytes))) {
                        law.request(bytes, this::alike);
                    }
                });
    }

    @TestFactory
    public Stream<DynamicTest> repliesComeBackAsTheyWere() {
        return tests(FixtureCorpus.files(requests, ".response.json"), law::reply);
    }

    @TestFactory
    public Stream<DynamicTest> streamsComeBackAsTheyWere() {
        return tests(FixtureCorpus.files(streams, streamSuffix), law::stream);
    }

    @TestFactory
    public Stream<DynamicTest> brokenStreamsNeverEndWell() {
        return tests(FixtureCorpus.files(streams, streamSuffix), law::breaksOff);
    }

    @TestFactory
    public Stream<DynamicTest> nothingThatComesIsTooMuch() {
        return tests(
                FixtureCorpus.files(streams, streamSuffix).limit(2),
                bytes -> law.survives(bytes, 7));
    }

    private static Stream<DynamicTest> tests(Stream<Path> files, Check check) {
        return files.map(file ->
                DynamicTest.dynamicTest(
                        file.getFileName().toString(), () -> check.of(Files.readAllBytes(file))));
    }
}
