package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.metering.vocabulary.Encoding;
import dev.sluice.dataplane.metering.vocabulary.Tokenizer;
import dev.sluice.model.json.SluiceJson;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** However a text falls into passages, and whether it was seen before: its count is the same. */
class PassagesTest {
    private static final Tokenizers TOKENIZERS = new Tokenizers(Vertx.vertx());
    private static final Tokenizer O200K = Encoding.O200K.load();
    private static final Tokenizer CL100K = Encoding.CL100K.load();

    private static long whole(Tokenizer tokenizer, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return tokenizer.count(bytes, 0, bytes.length);
    }

    /** The inside of the text as a JSON string, with everything beyond ASCII escaped or not. */
    private static byte[] inside(String text, boolean escaped) {
        var quoted = SluiceJson.write(text);
        var json = new StringBuilder();
        for (var letter : quoted.substring(1, quoted.length() - 1).toCharArray()) {
            json.append(
                    escaped && letter >= 128
                            ? "\\u%04x".formatted((int) letter)
                            : Character.toString(letter));
        }
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Property(tries = 150)
    void addUpToTheWhole(@ForAll("longTexts") String text, @ForAll boolean escaped) {
        await().atMost(Duration.ofSeconds(60)).until(TOKENIZERS::isReady);
        var json = inside(text, escaped);
        var passages = new Passages(TOKENIZERS);

        for (var again = 0; again < 2; again++) {
            assertThat(passages.countAll(Encoding.O200K, json, 0, json.length))
                    .as(text)
                    .isEqualTo(whole(O200K, text));
            assertThat(passages.countAll(Encoding.CL100K, json, 0, json.length))
                    .as(text)
                    .isEqualTo(whole(CL100K, text));
        }
    }

    @Property(tries = 50)
    void countAlikeHoweverTheyArrive(
            @ForAll("longTexts") String text, @ForAll @IntRange(min = 1, max = 700) int step)
            throws Exception {
        await().atMost(Duration.ofSeconds(60)).until(TOKENIZERS::isReady);
        var count =
                new OutputTokenCounter(TOKENIZERS, new InputTokenCounter(TOKENIZERS))
                        .countOutput(TokenCountTest.model("gpt-4o"));
        for (var from = 0; from < text.length(); ) {
            var to = Math.min(text.length(), from + step);
            if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
                to++;
            }
            var json = inside(text.substring(from, to), false);
            count.append(json, 0, json.length);
            from = to;
        }
        assertThat(TokenCountTest.await(count.total())).isEqualTo(whole(O200K, text));
    }

    /** Words of letters and symbols, long enough for many passages. */
    @Provide
    Arbitrary<String> longTexts() {
        var word =
                Arbitraries.of(
                        "the", "of", "Word", "LLM", "don't", "x's", "naïve", "É", "1", "2345", "'",
                        "''", "\"", "\\", "\\n", "\n", "\n\n", "\r\n", "\t", " ", "  ", "/", "//",
                        ".", ", ", "!", "你好", "世界", "。", "，", "你", "a\u0301", "\u0301", "ſ", "😀",
                        "s", "u", "n", "\u0000", "-");
        return word.list()
                .ofMinSize(300)
                .ofMaxSize(1_500)
                .flatMap(words ->
                        Arbitraries.of("", " ").map(between -> String.join(between, words)));
    }

    @Test
    void endWhereNothingCanBeJoined() {
        var text = "word ".repeat(400).getBytes(StandardCharsets.UTF_8);
        var end = Passages.end(text, 0, text.length);
        assertThat(end).isBetween(512, 520);
        assertThat(text[end]).isEqualTo((byte) ' ');
        assertThat(Passages.end(text, 0, 1_000)).isEqualTo(-1);
    }
}
