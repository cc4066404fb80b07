package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.money.Money;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.UsageStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pictures: whole, large and drawn bit by bit, by forms and by objects, and the books. */
class PictureIT {
    private static final String USAGE =
            "\"usage\":{\"input_tokens\":50,\"input_tokens_details\":{\"text_tokens\":10,"
                    + "\"image_tokens\":40},\"output_tokens\":100,\"total_tokens\":150}";

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("tokens", upstream)
                                .openai("pieces", upstream)
                                .price("pieces", "\"perImage\":\"0.04\"")
                                .chain("draw", "tokens")
                                .chain("dalle", "pieces"));
    }

    @AfterEach
    void stop() {
        assertThat(node.books.held).hasValue(0);
        node.close();
        upstream.close();
    }

    private static TestForm form(String model) {
        return TestForm.of(model)
                .file("image[]", "image/png", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n'})
                .file("image[]", "image/png", new byte[] {(byte) 0x89, 'P', 'N', 'G'})
                .text("prompt", "a cat");
    }

    private static String event(String type, String more) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + more + "}\n\n";
    }

    @Test
    void editsPicturesAndCountsTheTokens() {
        upstream.next(
                json(200, "{\"created\":1,\"data\":[{\"b64_json\":\"QQ==\"}]," + USAGE + "}"));
        var sent = form("draw").end();

        var answer = node.post("/v1/images/edits", TestForm.TYPE, sent);

        assertThat(answer.body()).contains("\"b64_json\":\"QQ==\"");
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(upstream.received().getFirst().path()).isEqualTo("/images/edits");
        assertThat(upstream.received().getFirst().body()).isEqualTo(TestForm.renamed(sent, "draw"));
        var event = node.books.events.getFirst();
        assertThat(event.operation()).isEqualTo(Operation.IMAGES);
        assertThat(event.facts().images()).isTrue();
        assertThat(event.tokens().input()).isEqualTo(50);
        assertThat(event.tokens().images()).isEqualTo(1);
        assertThat(event.cost()).isEqualTo(Money.parse("0.0009"));
    }

    @Test
    void chargesThePicturesThatWereMade() {
        var two = "{\"created\":1,\"data\":[{\"url\":\"a\"},{\"url\":\"b\"}]}";
        upstream.next(json(200, two)).next(json(200, two));

        node.post("/images/variations", TestForm.TYPE, form("dalle").text("n", "3").end());
        node.post(
                "/v1/images/generations",
                "{\"model\":\"dalle\",\"prompt\":\"a cat\",\"n\":3,\"stream\":false}");

        assertThat(node.books.events)
                .extracting(event -> event.tokens().images() + " " + event.cost())
                .containsExactly("2 0.08", "2 0.08");
        assertThat(node.books.events.getFirst().facts().choices()).isEqualTo(3);
    }

    @Test
    void relaysALargePictureAndReadsItsEnd() {
        var picture = "QUJD".repeat(700_000);
        upstream.next(
                json(
                        200,
                        "{\"created\":1,\"data\":[{\"b64_json\":\""
                                + picture
                                + "\"}],"
                                + USAGE
                                + "}"));

        var answer = node.post("/v1/images/edits", TestForm.TYPE, form("draw").end());

        assertThat(answer.body()).contains(picture).endsWith(USAGE + "}");
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(100);
        assertThat(node.books.events.getFirst().tokens().images()).isEqualTo(1);
    }

    @Test
    void passesPicturesOnWhileTheyAreDrawn() {
        var large = "QUJD".repeat(300_000);
        var events =
                event("image_edit.partial_image", "\"b64_json\":\"QQ==\"")
                        + event("image_edit.partial_image", "\"b64_json\":\"" + large + "\"")
                        + event("image_edit.completed", "\"b64_json\":\"" + large + "\"," + USAGE);
        upstream.next(sse(events)).next(sse(events));

        var edited =
                node.post(
                        "/v1/images/edits",
                        TestForm.TYPE,
                        form("draw").text("stream", "true").text("partial_images", "2").end());
        var generated =
                node.post(
                        "/v1/images/generations",
                        "{\"model\":\"dalle\",\"prompt\":\"a cat\",\"stream\":true}");

        assertThat(edited.body()).isEqualTo(events);
        assertThat(generated.body()).isEqualTo(events);
        assertThat(node.books.events)
                .extracting(event -> event.status() + " " + event.tokens().images())
                .containsOnly("COMPLETED 1");
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(100);
        assertThat(node.books.events.getLast().cost()).isEqualTo(Money.parse("0.04"));
    }

    @Test
    void chargesAPictureThatWasHalfDrawn() {
        upstream.next(sse(event("image_generation.partial_image", "\"b64_json\":\"QQ==\"")));

        var answer =
                node.post(
                        "/v1/images/generations",
                        "{\"model\":\"dalle\",\"prompt\":\"a cat\",\"stream\":true}");

        assertThat(answer.body()).contains("partial_image").contains("stream_incomplete");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.INTERRUPTED);
        assertThat(event.tokens().images()).isEqualTo(1);
    }

    @Test
    void tellsAnErrorBeforeTheFirstPictureAsAnError() {
        upstream.next(
                sse(
                        "data: {\"type\":\"error\",\"error\":{\"message\":\"no such size\",\"type\":"
                                + "\"invalid_request_error\",\"code\":\"invalid_size\"}}\n\n"));

        var answer =
                node.post(
                        "/v1/images/generations",
                        "{\"model\":\"draw\",\"prompt\":\"a cat\",\"stream\":true}");

        assertThat(answer.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(answer.body()).contains("\"error\"");
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.FAILED);
        assertThat(node.books.events.getFirst().cost()).isEqualTo(Money.ZERO);
    }

    @Test
    void takesAnEditAsAnObjectToo() {
        upstream.next(json(200, "{\"created\":1,\"data\":[{\"b64_json\":\"QQ==\"}]}"));

        var answer =
                node.post(
                        "/v1/images/edits",
                        "{\"model\":\"draw\",\"prompt\":\"x\",\"images\":[{\"file_id\":\"f\"}]}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(upstream.received().getFirst().text()).contains("\"model\":\"up-chat\"");
    }
}
