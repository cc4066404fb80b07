package dev.sluice.dataplane.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chat request as every dialect means it.
 *
 * @param messages in the caller's order; system texts stand where the caller put them, a dialect's
 *     separate system field comes first
 * @param toolChoice null where the caller leaves it to the provider's default
 * @param parallelToolCalls null where the caller says nothing
 * @param outputCap most output tokens of one choice; null where neither caller nor gateway set one
 * @param choices answers asked for
 * @param reasoning null where the caller says nothing about it
 * @param stream whether the answer is to come as a stream
 * @param endUser who sits behind the application, as the caller names them
 */
public record ChatRequest(
        List<Message> messages,
        List<Tool> tools,
        @Nullable ToolChoice toolChoice,
        @Nullable Boolean parallelToolCalls,
        Sampling sampling,
        @Nullable Long outputCap,
        int choices,
        OutputFormat format,
        @Nullable ReasoningWish reasoning,
        boolean stream,
        @Nullable String endUser,
        Extensions extensions) {
    public ChatRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    public ChatRequest withMessages(List<Message> other) {
        return new ChatRequest(
                other,
                tools,
                toolChoice,
                parallelToolCalls,
                sampling,
                outputCap,
                choices,
                format,
                reasoning,
                stream,
                endUser,
                extensions);
    }

    public ChatRequest withTools(List<Tool> other, @Nullable ToolChoice choice) {
        return new ChatRequest(
                messages,
                other,
                choice,
                parallelToolCalls,
                sampling,
                outputCap,
                choices,
                format,
                reasoning,
                stream,
                endUser,
                extensions);
    }

    public ChatRequest withSampling(Sampling other) {
        return new ChatRequest(
                messages,
                tools,
                toolChoice,
                parallelToolCalls,
                other,
                outputCap,
                choices,
                format,
                reasoning,
                stream,
                endUser,
                extensions);
    }

    public ChatRequest withOutputCap(@Nullable Long other) {
        return new ChatRequest(
                messages,
                tools,
                toolChoice,
                parallelToolCalls,
                sampling,
                other,
                choices,
                format,
                reasoning,
                stream,
                endUser,
                extensions);
    }

    public ChatRequest withReasoning(@Nullable ReasoningWish other) {
        return new ChatRequest(
                messages,
                tools,
                toolChoice,
                parallelToolCalls,
                sampling,
                outputCap,
                choices,
                format,
                other,
                stream,
                endUser,
                extensions);
    }
}
