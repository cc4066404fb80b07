package dev.sluice.dataplane.dialect.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OpenAiUsageTest {
    private static TokenUsage read(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        return OpenAiUsage.read(bytes, 0, bytes.length);
    }

    @Test
    void readsCachedAndReasoningTokens() {
        var usage =
                read(
                        "{\"prompt_tokens\":20212,\"completion_tokens\":931,\"total_tokens\":21143,"
                                + "\"prompt_tokens_details\":{\"cached_tokens\":16298},"
                                + "\"completion_tokens_details\":{\"reasoning_tokens\":500}}");

        assertThat(usage).isEqualTo(new TokenUsage(20212, 16298, 0, 0, 931, 500, 0, 0));
    }

    @Test
    void readsWhereOthersPutTheirCachedTokens() {
        assertThat(read("{\"prompt_tokens\":10,\"prompt_cache_hit_tokens\":4}").cachedInput())
                .isEqualTo(4);
        assertThat(read("{\"prompt_tokens\":10,\"cached_tokens\":3}").cachedInput()).isEqualTo(3);
    }

    @Test
    void addsReasoningThatTheCompletionLeavesOut() {
        var usage =
                read(
                        "{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":115,"
                                + "\"completion_tokens_details\":{\"reasoning_tokens\":100}}");

        assertThat(usage.output()).isEqualTo(105);
    }

    @Test
    void tellsAnExplicitZeroFromNothing() {
        assertThat(read("{\"prompt_tokens\":0,\"completion_tokens\":0}"))
                .isEqualTo(TokenUsage.NONE);
        assertThat(read("{}")).isNull();
    }

    @Test
    void takesNonsenseForNothing() {
        assertThat(read("{\"prompt_tokens\":5,\"completion_tokens\":1e300}")).isNull();
        assertThat(read("{\"prompt_tokens\":5.5,\"completion_tokens\":4}")).isNull();
        assertThat(read("{\"prompt_tokens\":5.0,\"completion_tokens\":4}"))
                .isEqualTo(TokenUsage.of(5, 4));
        assertThat(read("{\"prompt_tokens\":-5,\"completion_tokens\":4}")).isNull();
        assertThat(read("{\"prompt_tokens\":\"5\",\"completion_tokens\":4}")).isNull();
    }
}
