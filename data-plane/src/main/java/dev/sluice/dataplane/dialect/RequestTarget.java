package dev.sluice.dataplane.dialect;

import org.jspecify.annotations.Nullable;

/**
 * For whom a request is written.
 *
 * @param model the provider's name of the model
 * @param outputCap most output tokens of one choice; null leaves the field out where the dialect
 *     does without
 * @param capAsked whether the caller gave a cap: then only a lower one is patched in
 * @param capField where a cap goes that the caller did not give; null where the target refused
 *     every field for it
 * @param askUsage whether the upstream has to be asked for the usage of a stream
 */
public record RequestTarget(
        String model,
        @Nullable Long outputCap,
        @Nullable Long capAsked,
        @Nullable String capField,
        boolean askUsage) {}
