package dev.sluice.dataplane.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaAddressTest {
    @ParameterizedTest
    @CsvSource({
        "http://a.example/cat.png, false, a.example, 80, /cat.png",
        "HTTPS://a.example, true, a.example, 443, /",
        "https://a.example:8443/x?sig=1%2F2&b=c#frag, true, a.example, 8443, /x?sig=1%2F2&b=c",
        "https://a_b.example/x, true, a_b.example, 443, /x",
        "https://[2606:4700::1111]:444/x, true, 2606:4700::1111, 444, /x",
        "https://a.example/my cat.png, true, a.example, 443, /my%20cat.png",
        "https://a.example/图.png, true, a.example, 443, /%E5%9B%BE.png",
        "https://图.example/x, true, xn--wcs.example, 443, /x",
    })
    void takesAddressesApart(String text, boolean tls, String host, int port, String path) {
        var address = MediaAddress.of(text);

        assertThat(address.tls()).isEqualTo(tls);
        assertThat(address.host()).isEqualTo(host);
        assertThat(address.port()).isEqualTo(port);
        assertThat(address.path()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://a.example/x",
                "file:///etc/passwd",
                "gopher://a.example/",
                "http:/a.example/x",
                "http://",
                "http:///x",
                "//a.example/x",
                "https://user@a.example/x",
                "https://user:word@a.example/x",
                "https://a.example:99999/x",
                "https://a.example:port/x",
                "https://[fe80::1%25eth0]/x",
                "https://a.example/%zz",
                "https://a.example/x\r\nhost: b"
            })
    void refusesWhatIsNoPlainAddressOfTheWeb(String text) {
        assertThatThrownBy(() -> MediaAddress.of(text)).isInstanceOf(Unfetchable.class);
    }

    @Test
    void followsRedirectsWithinTheWebOnly() {
        var from = MediaAddress.of("https://a.example/one/two");

        assertThat(from.follow("../three?x=1").path()).isEqualTo("/three?x=1");
        assertThat(from.follow("//b.example/y").host()).isEqualTo("b.example");
        assertThatThrownBy(() -> from.follow("file:///etc/passwd")).isInstanceOf(Unfetchable.class);
        assertThatThrownBy(() -> from.follow("https://u:p@b.example/"))
                .isInstanceOf(Unfetchable.class);
    }
}
