package dev.sluice.model.usage;

import org.jspecify.annotations.Nullable;

/**
 * What planning needs to know about a request later, without its content: sizes in bytes, caps in
 * tokens.
 *
 * @param capAsked the caller's own output cap
 * @param capSent the output cap that went upstream
 * @param candidates how many targets the route plan held
 */
public record RequestFacts(
        boolean stream,
        @Nullable Long capAsked,
        @Nullable Long capSent,
        boolean tools,
        boolean images,
        int choices,
        long bodyBytes,
        int candidates,
        @Nullable String intent) {}
