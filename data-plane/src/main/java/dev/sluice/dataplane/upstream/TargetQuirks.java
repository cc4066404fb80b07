package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.upstream.request.RefusedFields;

/** What a node has learnt of targets' peculiarities; shared by its event loops. */
public final class TargetQuirks {
    private final RefusedFields refusedFields = new RefusedFields();

    private final ExchangedTokens tokens = new ExchangedTokens();

    ExchangedTokens tokens() {
        return tokens;
    }

    RefusedFields refusedFields() {
        return refusedFields;
    }
}
