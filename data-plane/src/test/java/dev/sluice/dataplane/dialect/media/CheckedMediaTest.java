package dev.sluice.dataplane.dialect.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures as callers really send them. */
class CheckedMediaTest {
    private static final String PNG = "iVBORw0KGgoAAAANSUhEUgAA/+8=";

    private static ChatRequest request(String url) {
        var quoted = new String(ForeignJson.quoted(url), StandardCharsets.UTF_8);
        return withPart("{\"type\":\"image_url\",\"image_url\":{\"url\":" + quoted + "}}");
    }

    private static ChatRequest withPart(String part) {
        var body =
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"user\","
                        + "\"content\":[{\"type\":\"text\",\"text\":\"what\"},"
                        + part
                        + "]}]}";
        var door = new Door(Dialect.OPENAI_CHAT, Operation.CHAT, null, null, "");
        return Codecs.of(Dialect.OPENAI_CHAT)
                .requests()
                .read(door, JsonFields.scan(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static ContentPart.Media checked(String url) {
        var parts = CheckedMedia.of(request(url)).messages().get(1).parts();
        return (ContentPart.Media) parts.get(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data:image/png;base64," + PNG,
                "data:image/jpeg;base64," + PNG,
                "DATA:IMAGE/JPG;BASE64," + PNG,
                "data:;base64," + PNG,
                "data:image/png;charset=utf-8;base64," + PNG,
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA_-8",
                "data:image/png;base64,iVBORw0KGgo\r\n AAAANSUhEUgAA/+8=\n"
            })
    void showsTheTrueTypeAndPlainBase64(String url) {
        var media = checked(url);

        assertThat(media.mimeType()).isEqualTo("image/png");
        assertThat(media.source()).isEqualTo(new MediaSource.Inline(PNG));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data:image/png;base64,",
                "data:image/png;base64,@@@@",
                "data:image/png;base64,AAAAA",
                "data:image/png;base64",
                "data:image/png,xyz",
                "Data:"
            })
    void namesThePlaceOfWhatIsNoPicture(String url) {
        var request = request(url);

        assertThatThrownBy(() -> CheckedMedia.of(request))
                .isInstanceOf(GatewayFailure.Malformed.class)
                .hasMessageContaining("messages[1].content[1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"~\",\"format\":\"wav\"}}",
                "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"\",\"format\":\"wav\"}}",
                "{\"type\":\"file\",\"file\":{\"filename\":\"a.pdf\",\"file_data\":\"no base 64!\"}}",
                "{\"type\":\"file\",\"file\":{\"file_data\":\"data:application/pdf;base64,AAAAA\"}}"
            })
    void soundsAndDocumentsAreHeldAgainstTheSame(String part) {
        var request = withPart(part);

        assertThatThrownBy(() -> CheckedMedia.of(request))
                .isInstanceOf(GatewayFailure.Malformed.class)
                .hasMessageContaining("messages[1].content[1]");
    }

    @Test
    void aDocumentKeepsItsType() {
        var request =
                withPart(
                        "{\"type\":\"file\",\"file\":{\"file_data\":"
                                + "\"data:application/pdf;base64,JVBE-i0\"}}");
        var media = (ContentPart.Media) CheckedMedia.of(request).messages().get(1).parts().get(1);

        assertThat(media.mimeType()).isEqualTo("application/pdf");
        assertThat(media.source()).isEqualTo(new MediaSource.Inline("JVBE+i0="));
    }

    @Test
    void leavesAddressesAlone() {
        assertThat(checked("https://example.org/a.png").source())
                .isEqualTo(new MediaSource.Url("https://example.org/a.png"));
    }
}
