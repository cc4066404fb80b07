package dev.sluice.dataplane.dialect.sse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {
    private static final String STREAM =
            "\uFEFF: hello\n\ndata: {\"a\":\"你好🙂\"}\n\nevent: x\nid: 7\ndata:{\"b\":1}\n\n"
                    + "data: one\ndata: two\n\nretry: 5\n\ndata\n\ndata: \n\ndata:  spaced\n\n"
                    + ": ping\ndata: last\n: pong\n\n";
    private static final List<String> EVENTS =
            List.of("{\"a\":\"你好🙂\"}", "{\"b\":1}", "one\ntwo", " spaced", "last");

    private static List<String> read(byte[] bytes, int... cuts) {
        var events = new ArrayList<String>();
        var reader =
                new SseReader((array, from, to) ->
                        events.add(new String(array, from, to - from, StandardCharsets.UTF_8)));
        var at = 0;
        for (var cut : cuts) {
            feed(reader, bytes, at, cut);
            at = cut;
        }
        feed(reader, bytes, at, bytes.length);
        reader.end();
        return events;
    }

    /** Each piece in an array of its own, which is spoilt afterwards: nothing may refer to it. */
    private static void feed(SseReader reader, byte[] bytes, int from, int to) {
        var piece = Arrays.copyOfRange(bytes, from, to);
        reader.feed(piece, 0, piece.length);
        Arrays.fill(piece, (byte) '!');
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsEveryKindOfLineEnd(String lineEnd) {
        var bytes = STREAM.replace("\n", lineEnd).getBytes(StandardCharsets.UTF_8);

        assertThat(read(bytes)).isEqualTo(EVENTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsTheSameHoweverTheBytesAreCut(String lineEnd) {
        var bytes = STREAM.replace("\n", lineEnd).getBytes(StandardCharsets.UTF_8);

        for (var first = 0; first <= bytes.length; first++) {
            assertThat(read(bytes, first)).as("cut at %d", first).isEqualTo(EVENTS);
        }
        var everyByte = new int[bytes.length];
        Arrays.setAll(everyByte, i -> i);
        assertThat(read(bytes, everyByte)).isEqualTo(EVENTS);
    }

    @Test
    void takesALastEventWithoutItsBlankLine() {
        assertThat(read("data: a\n\ndata: b\n".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("a", "b");
        assertThat(read("data: [DONE]".getBytes(StandardCharsets.UTF_8))).containsExactly("[DONE]");
    }

    @Test
    void readsAnEventOfAMegabyte() {
        var text = "x".repeat(1 << 20);
        var bytes = ("data: " + text + "\n\n").getBytes(StandardCharsets.UTF_8);

        assertThat(read(bytes, 1000, 500_000)).containsExactly(text);
    }

    @Test
    void tellsTheNameOfTheEventThatItHandsOver() {
        var bytes =
                "event: a\ndata: 1\n\ndata: 2\n\nevent: b\n\ndata: 3\nevent:c\n\nevents: d\ndata: 4\n\n"
                        .getBytes(StandardCharsets.UTF_8);
        for (var size = 1; size <= bytes.length; size++) {
            var names = new ArrayList<String>();
            var readers = new ArrayList<SseReader>();
            var reader = new SseReader((array, from, to) -> names.add(readers.getFirst().name()));
            readers.add(reader);
            for (var at = 0; at < bytes.length; at += size) {
                feed(reader, bytes, at, Math.min(bytes.length, at + size));
            }

            assertThat(names).as("cut at every %d bytes", size).containsExactly("a", "", "c", "");
        }
    }
}
