package dev.sluice.dataplane.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.conversation.ContentPart.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MediaCheckTest {
    private static final byte[] PNG = "\u0089PNG\r\n\u001a\nrest".getBytes(ISO_8859_1);

    @Test
    void tellsPicturesByTheirBytes() {
        assertThat(MediaCheck.typeOf(Kind.IMAGE, "image/jpeg", "/x", PNG)).isEqualTo("image/png");
        assertThatThrownBy(() ->
                        MediaCheck.typeOf(Kind.IMAGE, "image/png", "/x", "<svg/>".getBytes(UTF_8)))
                .isInstanceOf(Unfetchable.class);
        assertThatThrownBy(() ->
                        MediaCheck.typeOf(
                                Kind.IMAGE, "image/png", "/x", "%PDF-1.7".getBytes(UTF_8)))
                .isInstanceOf(Unfetchable.class);
        assertThatThrownBy(() -> MediaCheck.typeOf(Kind.IMAGE, "image/png", "/x", new byte[0]))
                .isInstanceOf(Unfetchable.class);
    }

    @Test
    void refusesByTheDeclaredTypeBeforeTheBytes() {
        assertThatThrownBy(() -> MediaCheck.declared(Kind.IMAGE, "text/html; charset=utf-8"))
                .isInstanceOf(Unfetchable.class)
                .hasMessageContaining("text/html");
        assertThatThrownBy(() -> MediaCheck.declared(Kind.DOCUMENT, "image/png"))
                .isInstanceOf(Unfetchable.class);
        MediaCheck.declared(Kind.IMAGE, null);
        MediaCheck.declared(Kind.IMAGE, "application/octet-stream");
        MediaCheck.declared(Kind.DOCUMENT, "application/pdf");
    }

    @Test
    void tellsDocumentsByBytesAndWhatTheirServerSays() {
        assertThat(document("application/octet-stream", "/a.bin", "%PDF-1.7"))
                .isEqualTo("application/pdf");
        assertThat(document("text/plain; charset=utf-8", "/a", "words")).isEqualTo("text/plain");
        assertThat(document(null, "/a.csv?sig=.x/y", "a,b")).isEqualTo("text/csv");
        assertThat(document(null, "/report.docx", "PK\u0003\u0004…")).contains("wordprocessing");
        assertThatThrownBy(() -> document("application/zip", "/a.zip", "PK\u0003\u0004"))
                .isInstanceOf(Unfetchable.class);
        assertThatThrownBy(() -> document("text/plain", "/a", "a\u0000b"))
                .isInstanceOf(Unfetchable.class);
        assertThatThrownBy(() -> document("application/pdf", "/a.pdf", "<html>"))
                .isInstanceOf(Unfetchable.class);
    }

    private static String document(@Nullable String type, String path, String bytes) {
        return MediaCheck.typeOf(Kind.DOCUMENT, type, path, bytes.getBytes(UTF_8));
    }
}
