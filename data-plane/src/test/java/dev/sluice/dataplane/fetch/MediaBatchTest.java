package dev.sluice.dataplane.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.conversation.media.FetchedMedia.Medium;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Against a real server; the names of its hosts are given by the test. */
class MediaBatchTest extends MediaSite {
    @Test
    void fetchesWithoutTellingWhoAsks() throws Exception {
        pages.put("/cat.png", MediaBatchTest::png);

        var fetched = fetch(url("/cat.png?size=1"));

        assertThat(fetched.get(url("/cat.png?size=1")))
                .isEqualTo(new Medium("image/png", Base64.getEncoder().encodeToString(PNG)));
        assertThat(seen).hasSize(1);
        assertThat(seen.getFirst().uri()).isEqualTo("/cat.png?size=1");
        assertThat(seen.getFirst().headers().names())
                .containsExactlyInAnyOrder(
                        "host", "accept", "accept-encoding", "user-agent", "connection");
        assertThat(seen.getFirst().getHeader("host")).isEqualTo("pictures.example:" + port);
        assertThat(held).hasValue(PNG.length);
    }

    @Test
    void endsWhatDrips() {
        pages.put(
                "/drip",
                request -> {
                    var response = request.response().setChunked(true);
                    response.putHeader("content-type", "image/png").write(Buffer.buffer(PNG));
                    var drops = vertx.setPeriodic(50, tick -> response.write("x"));
                    response.closeHandler(gone -> vertx.cancelTimer(drops));
                });

        assertRefused("did not come in time", url("/drip"));
        await().until(() -> closed.get() > 0);
    }

    @Test
    void endsWhatNeverAnswersAndNamesThatAreNeverFound() {
        pages.put("/silence", request -> {});

        assertRefused("did not come in time", url("/silence"));
        names = host -> Promise.<List<InetAddress>>promise().future();
        assertRefused("did not come in time", url("/x"));
    }

    @Test
    void takesNoMoreThanIsAllowed() {
        var large = Buffer.buffer(PNG).appendBytes(new byte[100_000]);
        pages.put("/declared", request -> request.response().end(large));
        pages.put(
                "/chunked",
                request -> {
                    var response = request.response().setChunked(true);
                    response.write(large).onSuccess(done -> response.end());
                });
        pages.put(
                "/half",
                request ->
                        request.response().end(Buffer.buffer(PNG).appendBytes(new byte[90_000])));

        assertRefused("larger than 97 KB", url("/declared"));
        assertRefused("larger than 97 KB", url("/chunked"));
        assertRefused("all together", url("/half?1"), url("/half?2"));
        assertRefused(
                "no more than 5", url("/1"), url("/2"), url("/3"), url("/4"), url("/5"), url("/6"));
    }

    @Test
    void inflatesNothing() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(PNG);
            gzip.write(new byte[50_000_000]);
        }
        pages.put(
                "/bomb",
                request ->
                        request.response()
                                .putHeader("content-type", "image/png")
                                .putHeader("content-encoding", "gzip")
                                .end(Buffer.buffer(packed.toByteArray())));
        pages.put(
                "/unsaid", request -> request.response().end(Buffer.buffer(packed.toByteArray())));

        assertRefused("compressed", url("/bomb"));
        assertRefused("no PNG, JPEG, GIF or WebP", url("/unsaid"));
    }

    @Test
    void takesOnlyWhatIsAPicture() {
        pages.put(
                "/page",
                request ->
                        request.response()
                                .putHeader("content-type", "text/html")
                                .end("<title>secret</title>"));
        pages.put(
                "/lie",
                request ->
                        request.response()
                                .putHeader("content-type", "image/png")
                                .end("<title>secret</title>"));

        assertRefused("says that it is text/html", url("/page"));
        assertRefused("no PNG, JPEG, GIF or WebP", url("/lie"));
        assertRefused("answered 404", url("/absent"));
    }

    @Test
    void refusesWhatBreaksOff() {
        pages.put(
                "/broken",
                request -> {
                    var response = request.response().putHeader("content-length", "5000");
                    response.write(Buffer.buffer(PNG))
                            .onSuccess(done -> request.connection().close());
                });

        assertRefused("cannot be reached", url("/broken"));
    }

    @Test
    void fetchesSeveralAtATimeButNotAll() throws Exception {
        var waiting = Collections.synchronizedList(new ArrayList<HttpServerRequest>());
        for (var i = 1; i <= 5; i++) {
            pages.put("/" + i, waiting::add);
        }

        var fetched = start(url("/1"), url("/2"), url("/3"), url("/4"), url("/5"));
        await().until(() -> waiting.size() == 2);
        png(waiting.get(0));
        await().until(() -> waiting.size() == 3);
        png(waiting.get(1));
        png(waiting.get(2));
        await().until(() -> waiting.size() == 5);
        assertThat(fetched).isNotDone();
        png(waiting.get(3));
        png(waiting.get(4));

        assertThat(fetched.get(5, TimeUnit.SECONDS)).hasSize(5);
    }

    @Test
    void letsGoOfItsConnectionsWhenItIsStopped() {
        var waiting = Collections.synchronizedList(new ArrayList<HttpServerRequest>());
        pages.put("/1", waiting::add);
        pages.put("/2", waiting::add);

        var fetched = start(url("/1"), url("/2"));
        await().until(() -> waiting.size() == 2);
        vertx.runOnContext(ignored -> running.get().stop());

        await().until(() -> closed.get() == 2);
        assertThat(fetched).isCompletedExceptionally();
    }
}
