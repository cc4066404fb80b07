package dev.sluice.dataplane.dialect.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where an upstream tells no usage, or half of one. */
class UsageGapsTest {
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

        assertThat(UsageGaps.told(TokenUsage.of(0, 7), from, COUNTED))
                .isEqualTo(TokenUsage.of(31, 7));
        assertThat(UsageGaps.told(TokenUsage.of(5, 7), from, COUNTED))
                .isEqualTo(TokenUsage.of(5, 7));
        assertThat(UsageGaps.told(null, from, COUNTED)).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI", "COHERE"})
    void whatOthersTellStands(Dialect dialect) {
        assertThat(UsageGaps.told(TokenUsage.of(0, 7), Codecs.of(dialect), COUNTED))
                .isEqualTo(TokenUsage.of(0, 7));
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC", "GEMINI", "BEDROCK_CONVERSE"})
    void clientsThatCannotDoWithoutGetTheOwnCount(Dialect dialect) {
        var to = Codecs.of(dialect);

        assertThat(UsageGaps.shown(null, to, COUNTED)).isEqualTo(TokenUsage.of(31, 8));
        assertThat(UsageGaps.shown(TokenUsage.of(1, 2), to, COUNTED))
                .isEqualTo(TokenUsage.of(1, 2));
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES", "TGI"})
    void othersGetNone(Dialect dialect) {
        assertThat(UsageGaps.shown(null, Codecs.of(dialect), COUNTED)).isNull();
    }
}
