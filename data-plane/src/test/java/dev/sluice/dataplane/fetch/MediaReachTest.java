package dev.sluice.dataplane.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SelfSignedCertificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Where the gateway goes for a caller, and where not. */
class MediaReachTest extends MediaSite {
    @Test
    void connectsToNothingThatIsNotAllowed() {
        pages.put("/cat.png", MediaBatchTest::png);
        reachable = new ReachableAddresses(List.of());

        assertRefused("cannot be reached", url("/cat.png"));
        assertRefused("cannot be reached", "http://127.0.0.1:" + port + "/cat.png");
        names = NameLookup.by(vertx);
        assertRefused("cannot be reached", "http://localhost:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://[::1]:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://[::ffff:127.0.0.1]:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://2130706433:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://0x7f000001:" + port + "/cat.png");
        assertRefused("cannot be reached", "http://no-such-host.invalid/cat.png");

        assertThat(connections).hasValue(0);
    }

    @Test
    void tellsTheSameOfWhatIsClosedAbsentAndForbidden() throws Exception {
        var nobody = freePort();
        var reasons = new ArrayList<String>();
        for (var url : List.of("http://pictures.example:" + nobody + "/x", url("/x"))) {
            try {
                reachable =
                        new ReachableAddresses(
                                url.contains(":" + nobody) ? List.of("127.0.0.1") : List.of());
                fetch(url);
            } catch (ExecutionException refused) {
                reasons.add(refused.getCause().getMessage());
            }
        }
        names = host -> Future.failedFuture("no such host");
        assertRefused(reasons.getFirst(), url("/x"));
        assertThat(reasons).hasSize(2).containsOnly(reasons.getFirst());
    }

    @Test
    void connectsToTheAddressesThatWereLookedAt() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);
        names = host -> lookedUp.size() > 1 ? addresses("10.9.9.9") : addresses("127.0.0.1");

        fetch(url("/cat.png"));

        assertThat(lookedUp).containsExactly("pictures.example");
    }

    @Test
    void leavesOutTheClosedOnesOfSeveralAddresses() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);
        names = host -> addresses("10.9.9.9", "169.254.169.254", "127.0.0.1");

        assertThat(fetch(url("/cat.png"))).hasSize(1);
    }

    @Test
    void triesTheNextAddressWhereOneDoesNotAnswer() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);
        names = host -> addresses("127.0.0.2", "127.0.0.1");

        assertThat(fetch(url("/cat.png"))).hasSize(1);
    }

    @Test
    void followsRedirectsAndLooksAtEachPlace() throws Exception {
        pages.put("/one", leadsTo("/two"));
        pages.put("/two", leadsTo("http://other.example:" + port + "/cat.png"));
        pages.put("/cat.png", MediaBatchTest::png);

        assertThat(fetch(url("/one"))).hasSize(1);
        assertThat(lookedUp)
                .containsExactly("pictures.example", "pictures.example", "other.example");
    }

    @Test
    void followsNoRedirectToWhereItMayNotGo() {
        pages.put("/private", leadsTo("http://10.0.0.1/latest/meta-data"));
        pages.put("/metadata", leadsTo("http://169.254.169.254/latest/meta-data"));
        pages.put("/file", leadsTo("file:///etc/passwd"));
        pages.put("/again", leadsTo(url("/again2")));
        names =
                host ->
                        host.endsWith(".example")
                                ? addresses(lookedUp.size() == 1 ? "127.0.0.1" : "10.1.1.1")
                                : addresses(host);

        assertRefused("cannot be reached", url("/private"));
        lookedUp.clear();
        assertRefused("cannot be reached", url("/metadata"));
        lookedUp.clear();
        assertRefused("not an http or https", url("/file"));
        lookedUp.clear();
        assertRefused("cannot be reached", url("/again"));
        assertThat(seen).noneMatch(request -> request.path().equals("/again2"));
    }

    @Test
    void followsFewRedirects() {
        pages.put("/round", leadsTo("/round"));
        pages.put("/nowhere", request -> request.response().setStatusCode(301).end());

        assertRefused("more than 3 times", url("/round"));
        assertRefused("without saying where", url("/nowhere"));
        assertThat(seen).hasSize(5);
    }

    @Test
    void trustsACertificateForTheNameThatWasGivenAlone() throws Exception {
        var certificate = SelfSignedCertificate.create("pictures.example");
        var secure =
                get(
                        vertx.createHttpServer(
                                        new HttpServerOptions()
                                                .setSsl(true)
                                                .setKeyCertOptions(certificate.keyCertOptions()))
                                .requestHandler(MediaBatchTest::png)
                                .listen(0, "127.0.0.1"));
        var place = ":" + secure.actualPort() + "/cat.png";

        assertRefused("cannot be reached", "https://pictures.example" + place);
        options = MediaFetcher.options().setTrustOptions(certificate.trustOptions());
        assertThat(fetch("https://pictures.example" + place)).hasSize(1);
        assertRefused("cannot be reached", "https://other.example" + place);
        assertRefused("cannot be reached", "https://127.0.0.1" + place);
    }
}
