package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.upstream.request.RefusedFields;
import dev.sluice.dataplane.upstream.token.ExchangedTokens;

/** What a node has learnt of targets' peculiarities; shared by its event loops. */
public final class TargetQuirks {
    private final RefusedFields refusedFields = new RefusedFields();
    private final ExchangedTokens tokens;
    private final TokenWatch watch;

    public TargetQuirks(ExchangedTokens tokens, TokenWatch watch) {
        this.tokens = tokens;
        this.watch = watch;
    }

    ExchangedTokens tokens() {
        return tokens;
    }

    TokenWatch watch() {
        return watch;
    }

    RefusedFields refusedFields() {
        return refusedFields;
    }
}
