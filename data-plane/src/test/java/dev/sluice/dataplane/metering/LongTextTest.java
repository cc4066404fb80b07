package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.time.Duration;
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
        await().atMost(Duration.ofSeconds(60)).until(tokenizers::isReady);
    }

    @AfterAll
    static void close() throws Exception {
        tokenizers.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    @Timeout(60)
    void countsAnEndlessWord() {
        assertThat(tokenizers.count(TokenFamily.values()[0], "x".repeat(5 << 20)))
                .isBetween(100_000L, 5L << 20);
    }

    @Test
    void countsALongTextAsItsPieces() {
        var sentence = "The quick brown fox jumps over the lazy dog, 再来一次. ";
        var family = TokenFamily.values()[0];
        var one = tokenizers.count(family, sentence);

        assertThat(tokenizers.count(family, sentence.repeat(3_000)))
                .isCloseTo(3_000 * one, Percentage.withPercentage(10));
    }
}
