package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class InputTokenCounterTest {
    private static final Tokenizers TOKENIZERS = new Tokenizers(Vertx.vertx());
    private static final UpstreamModel MODEL =
            new UpstreamModel("gpt-4o", "u", null, null, null, null, null, null, List.of(), null);

    private final InputTokenCounter counter = new InputTokenCounter(TOKENIZERS);

    private static Call call(String body) {
        return call(Door.of(Dialect.OPENAI_CHAT, Operation.CHAT), body);
    }

    private static Call call(Door door, String body) {
        return new Call(
                new UUID(1, 2),
                "r",
                "t",
                null,
                Instant.EPOCH,
                0,
                door,
                CallerWishes.NONE,
                JsonFields.scan(body.getBytes(StandardCharsets.UTF_8)),
                new Envelope("chat", false, false, null, "max_tokens", 1, 1, false, false, null),
                null,
                "127.0.0.1",
                new Snapshot(1, "USD", Map.of(), Map.of(), Map.of(), Map.of(), Map.of()));
    }

    private long count(String body) throws Exception {
        return count(call(body));
    }

    private long count(Call call) throws Exception {
        return counter.count(call, MODEL)
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private static String message(String role, String content) {
        return SluiceJson.write(Map.of("role", role, "content", content));
    }

    @Test
    void countsEachMessageWithWhatSurroundsIt() throws Exception {
        assertThat(count("{\"messages\":[" + message("user", "hello world") + "]}"))
                .isEqualTo(3 + 4 + 2);
        assertThat(
                        count(
                                "{\"messages\":["
                                        + message("system", "hello world")
                                        + " , "
                                        + message("user", "hello world")
                                        + "],\"model\":\"x\"}"))
                .isEqualTo(3 + 2 * (4 + 2));
    }

    @Test
    void textsToEmbedAreCountedAlone() throws Exception {
        var openAi = Door.of(Dialect.OPENAI_CHAT, Operation.EMBEDDINGS);
        var gemini = Door.of(Dialect.GEMINI, Operation.EMBEDDINGS);
        var content = "{\"parts\":[{\"text\":\"hello world\"}]}";
        var request = "{\"model\":\"models/m\",\"taskType\":\"T\",\"content\":" + content + "}";

        assertThat(count(call(openAi, "{\"model\":\"m\",\"input\":\"hello world\"}"))).isEqualTo(2);
        assertThat(count(call(openAi, "{\"input\":[\"hello world\",\"hello\"]}"))).isEqualTo(3);
        assertThat(count(call(openAi, "{\"input\":[[1,2,3],[4]]}"))).isEqualTo(4);
        assertThat(count(call(gemini, "{\"content\":" + content + "}"))).isEqualTo(2);
        assertThat(count(call(gemini, "{\"requests\":[" + request + "," + request + "]}")))
                .isEqualTo(4);
        assertThat(
                        count(
                                call(
                                        gemini,
                                        "{\"requests\":[{\"title\":\"hello\",\"outputDimensionality\":9,"
                                                + "\"content\":"
                                                + content
                                                + "}]}")))
                .isEqualTo(3);
    }

    @Test
    void countsPartsToolsAndImages() throws Exception {
        var text = "{\"type\":\"text\",\"text\":\"hello world\"}";
        var image =
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AAAA\"}}";
        var plain = count("{\"messages\":[{\"role\":\"user\",\"content\":[" + text + "]}]}");
        var both =
                count(
                        "{\"messages\":[{\"role\":\"user\",\"content\":["
                                + text
                                + ","
                                + image
                                + "]}]}");
        assertThat(plain).isEqualTo(3 + 4 + 2);
        assertThat(both - plain).isEqualTo(1_445);
        assertThat(
                        count(
                                "{\"messages\":[],\"tools\":[{\"type\":\"function\",\"function\":"
                                        + "{\"name\":\"look_up\",\"description\":\"Looks up a word\"}}]}"))
                .isGreaterThan(10);
    }

    @Test
    void aHundredThousandWordsAreCountedAsSuch() throws Exception {
        var body = "{\"messages\":[" + message("user", "word ".repeat(100_000)) + "]}";
        assertThat(count(body)).isBetween(99_000L, 101_000L);
    }

    @Test
    void embeddingsInputsMayBeTextsOrTokenIds() throws Exception {
        assertThat(count("{\"input\":[\"hello world\",\"hello world\"]}")).isEqualTo(3 + 4 + 4);
        assertThat(count("{\"input\":[1,2,3,4,5]}")).isEqualTo(3 + 4 + 5);
    }

    /** The cache must never change a count. */
    @Property(tries = 200)
    void countsTheSameWhetherSeenBeforeOrNot(@ForAll @Size(max = 5) List<String> contents)
            throws Exception {
        var messages = contents.stream().map(content -> message("user", content)).toList();
        var body = "{\"messages\":[" + String.join(",", messages) + "]}";
        var warm = count(body);
        assertThat(warm).isEqualTo(count(body));
        assertThat(
                        new InputTokenCounter(TOKENIZERS)
                                .count(call(body), MODEL)
                                .toCompletionStage()
                                .toCompletableFuture()
                                .get(60, TimeUnit.SECONDS))
                .isEqualTo(warm);
    }
}
