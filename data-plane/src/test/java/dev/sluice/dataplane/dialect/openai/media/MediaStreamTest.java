package dev.sluice.dataplane.dialect.openai.media;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.ReplyStream.State;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.time.Instant;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * Streams of pictures and transcripts: the upstream's bytes, whatever their cuts, and the books.
 */
class MediaStreamTest {
    private static final ReplyContext CONTEXT =
            new ReplyContext(
                    new UUID(1, 2),
                    Instant.EPOCH,
                    "alias",
                    true,
                    MediaDoor.GENERATIONS.as(null),
                    null);

    private static final String PICTURE =
            """
            event: image_generation.partial_image
            data: {"type":"image_generation.partial_image","b64_json":"QQ==","partial_image_index":0}

            event: image_generation.completed
            data: {"type":"image_generation.completed","b64_json":"QUI=","usage":\
            {"input_tokens":50,"output_tokens":100,"total_tokens":150}}

            """;
    private static final String TRANSCRIPT =
            """
            data: {"type":"transcript.text.delta","delta":"Grüß "}\r
            \r
            data: {"type":"transcript.text.delta","delta":"你"}\r
            \r
            data: {"type":"transcript.text.done","text":"Grüß 你","usage":{"type":"duration",\
            "seconds":2}}\r
            \r
            """;

    private final MediaMeter meter = new MediaMeter();
    private final StringBuilder counted = new StringBuilder();

    private PatchedStream stream(int images) {
        return new PatchedStream(
                MediaCodec.of(new MediaStreams(meter, images)),
                CONTEXT,
                "alias",
                (json, from, to) -> counted.append(new String(json, from, to - from, UTF_8)));
    }

    private static String relayed(PatchedStream stream) {
        stream.end();
        return new String(stream.out().take(), UTF_8) + new String(stream.terminal(), UTF_8);
    }

    @Test
    void isTheSameHoweverItIsCut() {
        for (var text : new String[] {PICTURE, TRANSCRIPT}) {
            var bytes = text.getBytes(UTF_8);
            for (var cut = 0; cut <= bytes.length; cut++) {
                var stream = stream(1);
                stream.feed(bytes, 0, cut);
                stream.feed(bytes, cut, bytes.length);

                assertThat(stream.produced()).isTrue();
                assertThat(relayed(stream)).as("cut at %d", cut).isEqualTo(text);
                assertThat(stream.isComplete()).isTrue();
            }
        }
        assertThat(counted.toString()).startsWith("Grüß 你Grüß 你");
    }

    @Test
    void measuresWhatTheEventsTell() {
        var picture = stream(1);
        picture.feed(PICTURE.getBytes(UTF_8), 0, PICTURE.getBytes(UTF_8).length);
        var made = meter.count(0);
        var transcript = stream(1);
        transcript.feed(TRANSCRIPT.getBytes(UTF_8), 0, TRANSCRIPT.getBytes(UTF_8).length);

        assertThat(made).isEqualTo(new MediaCount(1, 0, 0));
        assertThat(picture.usage()).isEqualTo(TokenUsage.of(50, 100));
        assertThat(transcript.usage()).isEqualTo(TokenUsage.NONE);
        assertThat(meter.count(0).audioMs()).isEqualTo(2_000);
    }

    @Test
    void isNotOverBeforeThePicturesThatWereAskedFor() {
        var bytes = PICTURE.getBytes(UTF_8);
        var stream = stream(2);

        stream.feed(bytes, 0, bytes.length);
        var afterOne = stream.isComplete();
        stream.feed(bytes, 0, bytes.length);

        assertThat(afterOne).isFalse();
        assertThat(stream.isComplete()).isTrue();
        assertThat(relayed(stream)).isEqualTo(PICTURE + PICTURE);
        assertThat(meter.count(0).images()).isEqualTo(2);
    }

    @Test
    void countsThePicturesOfServersThatNameEachByItsAddress() {
        var text =
                "data: {\"type\":\"image_generation.partial_succeeded\",\"url\":\"a\"}\n\n"
                        + "data: {\"type\":\"image_generation.partial_succeeded\",\"url\":\"b\"}\n\n"
                        + "data: {\"type\":\"image_generation.completed\",\"usage\":"
                        + "{\"generated_images\":2,\"output_tokens\":9,\"total_tokens\":9}}\n\n"
                        + "data: [DONE]\n\n";
        var stream = stream(1);

        stream.feed(text.getBytes(UTF_8), 0, text.length());

        assertThat(relayed(stream)).isEqualTo(text);
        assertThat(meter.count(0).images()).isEqualTo(2);
        assertThat(stream.usage()).isEqualTo(TokenUsage.of(0, 9));
    }

    @Test
    void saysInTheStreamThatItBrokeOff() {
        var stream = stream(1);

        assertThat(new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "gone"), UTF_8))
                .startsWith("data: {\"error\":")
                .contains("stream_incomplete");
    }

    @Property(tries = 1_000)
    void neverFailsOnWhatComes(@ForAll("events") String text) {
        var bytes = text.getBytes(UTF_8);
        var stream = stream(1);

        stream.feed(bytes, 0, bytes.length / 2);
        stream.feed(bytes, bytes.length / 2, bytes.length);
        stream.end();

        assertThat(stream.state()).isIn(State.RUNNING, State.DONE, State.BROKEN);
        assertThat(meter.count(0).audioMs()).isBetween(0L, 1_000_000_000L);
    }

    @Provide
    Arbitrary<String> events() {
        var values =
                Arbitraries.of(
                        "1",
                        "-1",
                        "1e999999999",
                        "1e99999999999",
                        "\"x\"",
                        "{}",
                        "[1]",
                        "null",
                        "true",
                        "{\"a\":");
        var fields =
                Arbitraries.of(
                        "type",
                        "delta",
                        "text",
                        "usage",
                        "error",
                        "choices",
                        "b64_json",
                        "seconds");
        var types =
                Arbitraries.of(
                        "\"type\":\"transcript.text.done\"",
                        "\"type\":\"image_edit.completed\"",
                        "\"usage\":{\"type\":\"duration\",\"seconds\":1e999999999}",
                        "\"choices\":[{\"delta\":1}]");
        var field =
                fields.flatMap(name -> values.map(value -> "\"" + name + "\":" + value))
                        .list()
                        .ofMaxSize(3)
                        .map(list -> String.join(",", list));
        var event = types.flatMap(type -> field.map(rest -> "data: {" + type + "," + rest + "}"));
        return Arbitraries.oneOf(event, Arbitraries.of("data: {", "data:", "event: x", "{}", ": "))
                .list()
                .ofMaxSize(5)
                .map(list -> String.join("\n\n", list) + "\n\n");
    }
}
