package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.metering.vocabulary.Encoding;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Texts that would cost a tokenizer all its memory. */
class LongTextTest {
    private static Vertx vertx;
    private static Tokenizers tokenizers;

    @BeforeAll
    static void load() {
        vertx = Vertx.vertx();
        tokenizers = new Tokenizers(vertx);
        await().atMost(Duration.ofSeconds(120)).until(tokenizers::isReady);
    }

    @AfterAll
    static void close() throws Exception {
        tokenizers.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static long count(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Passages(tokenizers).countAll(Encoding.O200K, bytes, 0, bytes.length);
    }

    @Test
    @Timeout(180)
    void countsAnEndlessWord() {
        assertThat(count("x".repeat(5 << 20))).isBetween(100_000L, 5L << 20);
    }

    @Test
    @Timeout(180)
    void holdsLittleOfAFloodThatIsFasterThanTheCount() throws Exception {
        var model =
                new UpstreamModel("m", "u", null, null, null, null, null, null, List.of(), null);
        var count =
                new OutputTokenCounter(tokenizers, new InputTokenCounter(tokenizers))
                        .countOutput(model);
        var piece = "lorem ipsum dolor sit amet ".repeat(300).getBytes(StandardCharsets.UTF_8);
        for (var i = 0; i < 2_000; i++) {
            count.append(piece, 0, piece.length);
        }

        var total =
                count.total().toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);

        assertThat((double) total / (2_000L * piece.length)).isBetween(0.1, 0.5);
    }

    @Test
    void countsALongTextAsItsPieces() {
        var sentence = "The quick brown fox jumps over the lazy dog, 再来一次. ";
        var one = count(sentence);

        assertThat(count(sentence.repeat(3_000)))
                .isCloseTo(3_000 * one, Percentage.withPercentage(10));
    }
}
