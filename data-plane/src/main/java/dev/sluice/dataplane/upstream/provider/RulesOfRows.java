package dev.sluice.dataplane.upstream.provider;

import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.upstream.provider.ParameterRules.FormatLevel;
import dev.sluice.model.route.PromptRules.Instructions;
import java.util.List;
import java.util.Map;

/** What the providers of the table take of a request's parameters. */
final class RulesOfRows {
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";

    /** Reasoning models draw their words as they like and refuse to be told how. */
    static final List<ModelRules> OPENAI =
            List.of(
                    new ModelRules(
                            List.of("o1", "o3", "o4", "gpt-5"),
                            List.of("gpt-5-chat"),
                            ParameterRules.NONE
                                    .rename(Map.of(MAX_TOKENS, MAX_COMPLETION_TOKENS))
                                    .strip(
                                            "temperature",
                                            "top_p",
                                            "presence_penalty",
                                            "frequency_penalty",
                                            "logit_bias",
                                            "logprobs",
                                            "top_logprobs",
                                            "stop")));

    static final List<ModelRules> MOONSHOT =
            List.of(
                    new ModelRules(
                            List.of("kimi-"),
                            List.of(),
                            ParameterRules.NONE.strip(
                                    "temperature",
                                    "top_p",
                                    "presence_penalty",
                                    "frequency_penalty")));

    static final ParameterRules MOONSHOT_V1 =
            ParameterRules.NONE
                    .ranges(ValueRange.closed("0", "1"), null)
                    .choices(Mode.AUTO, Mode.NONE);

    static final List<ModelRules> XAI =
            List.of(
                    new ModelRules(
                            List.of("grok-3-mini", "grok-4", "grok-code"),
                            List.of(),
                            ParameterRules.NONE.strip(
                                    "presence_penalty", "frequency_penalty", "stop")));

    /** Thinking models know no tool that must be called. */
    static final List<ModelRules> DEEPSEEK =
            List.of(
                    new ModelRules(
                            List.of("deepseek-reasoner"),
                            List.of(),
                            ParameterRules.NONE
                                    .strip("logprobs", "top_logprobs")
                                    .choices(Mode.AUTO, Mode.NONE)
                                    .formats(FormatLevel.JSON)));

    /** Gemma's template has no place for instructions. */
    static final List<ModelRules> SELF_HOSTED =
            List.of(
                    new ModelRules(
                            List.of("gemma-2", "gemma-7b", "gemma-2b", "gemma2"),
                            List.of(),
                            ParameterRules.NONE.instructions(Instructions.INTO_USER)));

    static final ParameterRules JSON_ONLY = ParameterRules.NONE.formats(FormatLevel.JSON);

    static final ParameterRules DASHSCOPE =
            JSON_ONLY.ranges(ValueRange.below("0", "2"), ValueRange.above("0", "1"));

    static final ParameterRules QIANFAN =
            ParameterRules.NONE
                    .ranges(ValueRange.above("0", "1"), ValueRange.closed("0", "1"))
                    .stops(4)
                    .capFrom(2);

    static final ParameterRules QIANFAN_V1 = QIANFAN.formats(FormatLevel.JSON);

    static final ParameterRules ZHIPU =
            JSON_ONLY
                    .ranges(ValueRange.open("0", "1"), ValueRange.open("0", "1"))
                    .stops(1)
                    .choices(Mode.AUTO, Mode.NONE);

    static final ParameterRules MINIMAX =
            ParameterRules.NONE.ranges(ValueRange.above("0", "1"), ValueRange.above("0", "1"));

    static final ParameterRules MISTRAL =
            ParameterRules.NONE
                    .ranges(ValueRange.closed("0", "1.5"), ValueRange.above("0", "1"))
                    .rename(Map.of("seed", "random_seed", MAX_COMPLETION_TOKENS, MAX_TOKENS))
                    .strip("logit_bias", "logprobs", "top_logprobs", "user", "store");

    static final ParameterRules GROQ =
            ParameterRules.NONE
                    .ranges(ValueRange.closed("0", "2"), ValueRange.closed("0", "1"))
                    .stops(4)
                    .strip("logit_bias", "logprobs", "top_logprobs");

    static final ParameterRules ONE_AT_MOST =
            ParameterRules.NONE.ranges(ValueRange.closed("0", "1"), ValueRange.closed("0", "1"));

    static final ParameterRules GEMINI =
            ParameterRules.NONE
                    .ranges(ValueRange.closed("0", "2"), ValueRange.closed("0", "1"))
                    .stops(5);

    static final ParameterRules COHERE =
            ParameterRules.NONE
                    .ranges(ValueRange.closed("0", "1"), ValueRange.closed("0.01", "0.99"))
                    .stops(5);

    static final ParameterRules TGI =
            ParameterRules.NONE
                    .ranges(ValueRange.above("0", "100"), ValueRange.open("0", "1"))
                    .stops(4);

    private RulesOfRows() {}
}
