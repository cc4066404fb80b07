package dev.sluice.dataplane.upstream.provider;

import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.model.route.PromptRules.Instructions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a provider takes of a chat request's parameters, in the field names of OpenAI's chat. A
 * value out of range is clamped, never scaled; what is changed or left out is told to the caller.
 *
 * @param temperature null takes any
 * @param topP null takes any
 * @param mostStops texts in {@code stop}
 * @param renamed fields that the provider knows by another name
 * @param stripped fields that the provider refuses, unless they say what it does anyway
 * @param toolChoices the choices that it understands
 * @param leastCap the smallest output cap
 * @param formats the highest form of output
 * @param instructions who has to say them
 */
public record ParameterRules(
        @Nullable ValueRange temperature,
        @Nullable ValueRange topP,
        int mostStops,
        Map<String, String> renamed,
        Set<String> stripped,
        Set<Mode> toolChoices,
        long leastCap,
        FormatLevel formats,
        Instructions instructions) {
    public static final ParameterRules NONE =
            new ParameterRules(
                    null,
                    null,
                    Integer.MAX_VALUE,
                    Map.of(),
                    Set.of(),
                    EnumSet.allOf(Mode.class),
                    1,
                    FormatLevel.SCHEMA,
                    Instructions.KEEP);

    /** What a provider can promise of the form of an answer. */
    public enum FormatLevel {
        TEXT,
        JSON,
        SCHEMA
    }

    public ParameterRules {
        renamed = Map.copyOf(renamed);
        stripped = Set.copyOf(stripped);
        toolChoices = Set.copyOf(toolChoices);
    }

    ParameterRules ranges(@Nullable ValueRange ofTemperature, @Nullable ValueRange ofTopP) {
        return new ParameterRules(
                ofTemperature,
                ofTopP,
                mostStops,
                renamed,
                stripped,
                toolChoices,
                leastCap,
                formats,
                instructions);
    }

    ParameterRules stops(int most) {
        return new ParameterRules(
                temperature,
                topP,
                most,
                renamed,
                stripped,
                toolChoices,
                leastCap,
                formats,
                instructions);
    }

    ParameterRules rename(Map<String, String> names) {
        return new ParameterRules(
                temperature,
                topP,
                mostStops,
                names,
                stripped,
                toolChoices,
                leastCap,
                formats,
                instructions);
    }

    ParameterRules strip(String... fields) {
        return new ParameterRules(
                temperature,
                topP,
                mostStops,
                renamed,
                Set.of(fields),
                toolChoices,
                leastCap,
                formats,
                instructions);
    }

    ParameterRules choices(Mode... modes) {
        return new ParameterRules(
                temperature,
                topP,
                mostStops,
                renamed,
                stripped,
                Set.of(modes),
                leastCap,
                formats,
                instructions);
    }

    ParameterRules capFrom(long least) {
        return new ParameterRules(
                temperature,
                topP,
                mostStops,
                renamed,
                stripped,
                toolChoices,
                least,
                formats,
                instructions);
    }

    ParameterRules formats(FormatLevel highest) {
        return new ParameterRules(
                temperature,
                topP,
                mostStops,
                renamed,
                stripped,
                toolChoices,
                leastCap,
                highest,
                instructions);
    }

    /** The same rules with a model's own way to say instructions. */
    public ParameterRules instructions(Instructions saidBy) {
        return new ParameterRules(
                temperature,
                topP,
                mostStops,
                renamed,
                stripped,
                toolChoices,
                leastCap,
                formats,
                saidBy);
    }

    /** Whether there is anything to look for at all. */
    public boolean isEmpty() {
        return equals(NONE);
    }
}
