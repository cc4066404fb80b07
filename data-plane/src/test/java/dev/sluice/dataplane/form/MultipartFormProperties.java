package dev.sluice.dataplane.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonPatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever stands in the parts: they are found, and a new value for one moves no other byte. */
class MultipartFormProperties {
    private static final String BOUNDARY = "----x7f3";
    private static final String TYPE = "multipart/form-data; boundary=" + BOUNDARY;

    record Given(String name, boolean file, byte[] content) {
        byte[] written() {
            var head =
                    "Content-Disposition: form-data; name=\""
                            + name
                            + "\""
                            + (file ? "; filename=\"f\"\r\nContent-Type: x/y" : "")
                            + "\r\n\r\n";
            return new ByteSink()
                    .append(("--" + BOUNDARY + "\r\n").getBytes(StandardCharsets.US_ASCII))
                    .append(head.getBytes(StandardCharsets.UTF_8))
                    .append(content)
                    .append(new byte[] {'\r', '\n'})
                    .take();
        }
    }

    /** Bytes that are likely to look like line ends and beginnings of the boundary. */
    @Provide
    Arbitrary<Given> parts() {
        var pieces =
                Arbitraries.of("\r", "\n", "\r\n", "-", "--", "----x7", "f", "\r\n------x7f", "é");
        var content =
                pieces.list()
                        .ofMaxSize(12)
                        .map(list -> String.join("", list))
                        .filter(text -> !text.contains("--" + BOUNDARY))
                        .map(text -> text.getBytes(StandardCharsets.UTF_8));
        return Combinators.combine(
                        Arbitraries.of("model", "file", "image[]", "prompt", "né"),
                        Arbitraries.of(true, false),
                        content)
                .as(Given::new)
                .filter(given -> !touches(given.content()));
    }

    /** With the line end that follows, the content would end in a longer run of the boundary. */
    private static boolean touches(byte[] content) {
        var text = new String(content, StandardCharsets.UTF_8);
        return (text + "\r\n--" + BOUNDARY).indexOf("--" + BOUNDARY) < text.length() + 2;
    }

    private static byte[] form(List<Given> parts) {
        var sink = new ByteSink();
        parts.forEach(part -> sink.append(part.written()));
        return sink.append(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII)).take();
    }

    @Property(tries = 500)
    void findsEveryPartAsItWasWritten(@ForAll("lists") List<Given> given) {
        var form = MultipartForm.scan(form(given), TYPE);

        assertThat(form.parts()).hasSize(given.size());
        for (var i = 0; i < given.size(); i++) {
            var part = form.parts().get(i);
            assertThat(part.name()).isEqualTo(given.get(i).name());
            assertThat(part.file()).isEqualTo(given.get(i).file());
            assertThat(Arrays.copyOfRange(form.bytes(), part.from(), part.to()))
                    .isEqualTo(given.get(i).content());
        }
    }

    @Property(tries = 300)
    void aNewValueMovesNoOtherByte(
            @ForAll("lists") List<Given> given, @ForAll @IntRange(max = 40) int length) {
        var bytes = form(given);
        var form = MultipartForm.scan(bytes, TYPE);
        var value = "m".repeat(length);
        var patch = new JsonPatch();
        var model = form.first("model");
        if (model == null) {
            patch.replace(form.start(), form.start(), form.textPart("model", value));
        } else {
            patch.replace(model.from(), model.to(), value.getBytes(StandardCharsets.US_ASCII));
        }

        var patched = MultipartForm.scan(patch.apply(bytes, 0, bytes.length), TYPE);

        var expected = new ArrayList<>(given);
        if (model == null) {
            expected.addFirst(new Given("model", false, new byte[0]));
        }
        var replaced = false;
        for (var i = 0; i < expected.size(); i++) {
            var part = patched.parts().get(i);
            var content = Arrays.copyOfRange(patched.bytes(), part.from(), part.to());
            if (part.name().equals("model") && !replaced) {
                replaced = true;
                assertThat(content).isEqualTo(value.getBytes(StandardCharsets.US_ASCII));
            } else {
                assertThat(content).isEqualTo(expected.get(i).content());
            }
        }
    }

    /** Only ever a refusal, never another failure. */
    @Property(tries = 1_000)
    void readsOrRefusesWhateverComes(
            @ForAll("lists") List<Given> given,
            @ForAll @IntRange(max = 2_000) int at,
            @ForAll byte odd,
            @ForAll boolean cut) {
        var bytes = form(given);
        var place = at % bytes.length;
        bytes[place] = odd;
        try {
            MultipartForm.scan(cut ? Arrays.copyOf(bytes, place) : bytes, TYPE)
                    .parts()
                    .forEach(part -> assertThat(part.length()).isNotNegative());
        } catch (MalformedForm refused) {
            assertThat(refused.reason()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<List<Given>> lists() {
        return parts().list().ofMaxSize(6);
    }
}
