package dev.sluice.dataplane.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where an upstream tells no usage, or half of one. */
class DialectCodecTest {
    private static final OutputText COUNTED =
            new OutputText() {
                @Override
                public void append(byte[] json, int from, int to) {}

                @Override
                public TokenUsage counted() {
                    return TokenUsage.of(31, 8);
                }
            };

    @ParameterizedTest
    @EnumSource(names = {"OLLAMA", "TGI"})
    void theOwnCountStandsForAPromptThatTheServerDidNotCount(Dialect dialect) {
        var from = Codecs.of(dialect);

        assertThat(from.told(TokenUsage.of(0, 7), COUNTED)).isEqualTo(TokenUsage.of(31, 7));
        assertThat(from.told(TokenUsage.of(5, 7), COUNTED)).isEqualTo(TokenUsage.of(5, 7));
        assertThat(from.told(null, COUNTED)).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "COHERE"})
    void whatOthersTellStands(Dialect dialect) {
        assertThat(Codecs.of(dialect).told(TokenUsage.of(0, 7), COUNTED))
                .isEqualTo(TokenUsage.of(0, 7));
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC", "GEMINI", "BEDROCK_CONVERSE"})
    void clientsThatCannotDoWithoutGetTheOwnCount(Dialect dialect) {
        var to = Codecs.of(dialect);

        assertThat(to.shown(null, COUNTED)).isEqualTo(TokenUsage.of(31, 8));
        assertThat(to.shown(TokenUsage.of(1, 2), COUNTED)).isEqualTo(TokenUsage.of(1, 2));
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "TGI"})
    void othersGetNone(Dialect dialect) {
        assertThat(Codecs.of(dialect).shown(null, COUNTED)).isNull();
    }
}
