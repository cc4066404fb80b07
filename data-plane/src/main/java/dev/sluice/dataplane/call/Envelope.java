package dev.sluice.dataplane.call;

import org.jspecify.annotations.Nullable;

/**
 * What stages 2 to 5 need of a request, read in the one scan.
 *
 * @param alias the logical model the caller names; empty where its dialect needs none
 * @param usageAsked whether the caller wants the usage chunk of a stream
 * @param capAsked the caller's own output cap in tokens; a huge one is clamped to a long
 * @param capField the field that holds the cap, or the one it would be put into
 * @param choices answers asked for one prompt
 * @param prompts prompts of the request
 */
public record Envelope(
        String alias,
        boolean stream,
        boolean usageAsked,
        @Nullable Long capAsked,
        String capField,
        int choices,
        int prompts,
        boolean tools,
        boolean images,
        @Nullable String endUser) {

    Envelope withAlias(String named) {
        return new Envelope(
                named,
                stream,
                usageAsked,
                capAsked,
                capField,
                choices,
                prompts,
                tools,
                images,
                endUser);
    }
}
