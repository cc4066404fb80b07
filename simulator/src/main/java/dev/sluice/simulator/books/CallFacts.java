package dev.sluice.simulator.books;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a call asked for, as received; header values that are credentials are only hashes here. */
public record CallFacts(
        String path,
        String lane,
        String model,
        String requestedModel,
        boolean stream,
        @Nullable Integer outputCap,
        @Nullable String user,
        long requestBytes,
        Map<String, String> headers) {}
