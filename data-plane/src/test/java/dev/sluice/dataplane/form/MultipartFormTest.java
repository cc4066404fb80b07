package dev.sluice.dataplane.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms as clients write them, and those that could be read in two ways. */
class MultipartFormTest {
    private static final String TYPE = "multipart/form-data; boundary=b42";
    private static final String MODEL = "Content-Disposition: form-data; name=\"model\"\r\n\r\n";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static MultipartForm scan(String text) {
        return MultipartForm.scan(bytes(text), TYPE);
    }

    private static String content(MultipartForm form, String name) {
        return form.text(form.first(name));
    }

    @Test
    void findsTextsAndFiles() {
        var form =
                scan(
                        "preamble\r\n--b42\r\n"
                                + MODEL
                                + "whisper\r\n--b42 \t\r\n"
                                + "content-type: audio/wav\r\n"
                                + "CONTENT-DISPOSITION: form-data; filename=\"C:\\a;b\\\"c.wav\";"
                                + " name=file\r\n\r\nRIFF\r\n--b4\r\n\r\n--b42\r\n"
                                + "Content-Disposition: form-data; name=\"empty\"\r\n\r\n"
                                + "\r\n--b42--\r\nepilogue");

        assertThat(form.parts())
                .extracting(FormPart::name)
                .containsExactly("model", "file", "empty");
        assertThat(form.parts()).extracting(FormPart::file).containsExactly(false, true, false);
        assertThat(content(form, "model")).isEqualTo("whisper");
        assertThat(content(form, "file")).isEqualTo("RIFF\r\n--b4\r\n");
        assertThat(content(form, "empty")).isEmpty();
        assertThat(form.first("absent")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data; boundary=b42",
                "Multipart/Form-Data;boundary=\"b42\"",
                "multipart/form-data; charset=utf-8; BOUNDARY=b42; x=y"
            })
    void takesTheBoundaryHoweverItIsWritten(String type) {
        assertThat(MultipartForm.isForm(type)).isTrue();
        assertThat(MultipartForm.boundaryOf(type)).isEqualTo("b42");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"b42",
                "multipart/form-data; boundary=a; boundary=b",
                "multipart/form-data; boundary=a\u00e9",
                "multipart/mixed; boundary=b42"
            })
    void refusesTypesThatTellNoBoundary(String type) {
        assertThatThrownBy(() -> MultipartForm.boundaryOf(type)).isInstanceOf(MalformedForm.class);
        assertThatThrownBy(() -> MultipartForm.boundaryOf(type + "0".repeat(80)))
                .isInstanceOf(MalformedForm.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"model\":\"m\"}",
                // Where a lenient reader finds another part.
                "--b42\r\n" + MODEL + "m\n--b42\r\n" + MODEL + "other\r\n--b42--",
                "--b42\r\n" + MODEL + "m--b42\r\n--b42--",
                "--b42\r\n" + MODEL + "m\r\n--b42x\r\n\r\n--b42--",
                "--b42\r\n" + MODEL + "m\r\n--b42--\r\n--b42\r\n" + MODEL + "other\r\n--b42--",
                "--b42\r\n" + MODEL + "m\r\n--b42--x",
                "\n--b42\r\n" + MODEL + "m\r\n--b42--",
                // Heads that two readers understand in two ways.
                "--b42\r\n\r\nm\r\n--b42--",
                "--b42\r\nmodel\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: attachment; name=model\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data; name=a; name=model\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data; name=a; name*=utf-8''model\r\n\r\nm"
                        + "\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data; name=\"mo\\del\"\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data;\r\n name=model\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data; name=a\nX: y\r\n\r\nm\r\n--b42--",
                "--b42\r\nContent-Disposition: form-data; name=a\r\n" + MODEL + "m\r\n--b42--",
                "--b42\r\nContent-Disposition : form-data; name=a\r\n\r\nm\r\n--b42--",
                "--b42\r\n" + "Content-Disposition: form-data; name=model\r\n--b42--",
            })
    void refusesWhatCanBeReadInTwoWays(String body) {
        assertThatThrownBy(() -> scan(body)).isInstanceOf(MalformedForm.class);
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> scan("hello"))
                .hasMessageContaining("does not hold the boundary")
                .hasMessageContaining("b42");
        assertThatThrownBy(() -> scan("--b42\r\n" + MODEL + "m"))
                .hasMessageContaining("part 1")
                .hasMessageContaining("--b42--");
        assertThatThrownBy(() -> scan("--b42\r\n" + "X: y\r\n".repeat(2_000) + "m\r\n--b42--"))
                .hasMessageContaining("head of more than 8192 bytes");
        assertThatThrownBy(() -> scan(("--b42\r\n" + MODEL + "m\r\n").repeat(1_001) + "--b42--"))
                .hasMessageContaining("at most 1000 parts");
    }

    @Test
    void refusesEveryFormThatIsCutOff() {
        var whole = bytes("--b42\r\n" + MODEL + "m\r\n--b42\r\n" + MODEL + "n\r\n--b42--");

        assertThat(MultipartForm.scan(whole, TYPE).parts()).hasSize(2);
        for (var length = 0; length < whole.length; length++) {
            var cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> MultipartForm.scan(cut, TYPE))
                    .as("cut after %d bytes", length)
                    .isInstanceOf(MalformedForm.class);
        }
    }
}
