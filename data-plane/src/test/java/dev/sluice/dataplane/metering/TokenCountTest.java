package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class TokenCountTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Tokenizers TOKENIZERS = new Tokenizers(VERTX);

    @AfterAll
    static void close() {
        VERTX.close();
    }

    static UpstreamModel model(String name) {
        return new UpstreamModel(name, "u", null, null, null, null, null, null, List.of(), null);
    }

    static long await(Future<Long> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void knowsTheFamiliesWithAPublicVocabulary() {
        assertThat(TokenFamily.of(model("gpt-4o-mini"))).isEqualTo(TokenFamily.O200K);
        assertThat(TokenFamily.of(model("gpt-4-turbo"))).isEqualTo(TokenFamily.CL100K);
        assertThat(TokenFamily.of(model("deepseek-chat"))).isEqualTo(TokenFamily.LIKE_O200K);
        assertThat(TokenFamily.LIKE_O200K.worstCase(100)).isEqualTo(115);
        assertThat(TokenFamily.O200K.worstCase(100)).isEqualTo(100);
    }

    @Test
    void countsPiecesAsItCountsTheWhole() throws Exception {
        var count =
                new OutputTokenCounter(TOKENIZERS, new InputTokenCounter(TOKENIZERS))
                        .countOutput(model("gpt-4o"));
        var word = " hello".getBytes(StandardCharsets.UTF_8);
        for (var i = 0; i < 5_000; i++) {
            count.append(word, 0, word.length);
        }
        assertThat(await(count.total())).isEqualTo(5_000);
        assertThat(count.roughly()).isBetween(5_000L, 10_000L);
    }

    @Test
    void countsWhatAnEscapeStandsFor() throws Exception {
        var counter = new OutputTokenCounter(TOKENIZERS, new InputTokenCounter(TOKENIZERS));
        var escaped = counter.countOutput(model("gpt-4o"));
        var plain = counter.countOutput(model("gpt-4o"));
        var json = "\\u4f60\\u597d\\uff0c\\n\\\"x\\\"".getBytes(StandardCharsets.UTF_8);
        var text = "你好，\n\"x\"".getBytes(StandardCharsets.UTF_8);
        escaped.append(json, 0, json.length);
        plain.append(text, 0, text.length);
        assertThat(EscapedText.read(json, 0, json.length)).isEqualTo("你好，\n\"x\"");
        assertThat(await(escaped.total())).isEqualTo(await(plain.total())).isPositive();
    }

    @Property(tries = 300)
    void readsBackEveryTextThatJsonWrites(@ForAll String text) {
        var written = dev.sluice.model.json.SluiceJson.write(text).getBytes(StandardCharsets.UTF_8);
        var expected = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        assertThat(EscapedText.read(written, 1, written.length - 1)).isEqualTo(expected);
    }
}
