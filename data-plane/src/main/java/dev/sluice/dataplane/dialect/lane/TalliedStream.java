package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

/** A stream whose events a codec reads: what they come to stands in its tally. */
interface TalliedStream extends ReplyStream {
    Tally tally();

    @Override
    default State state() {
        return tally().state();
    }

    @Override
    default boolean produced() {
        return tally().produced();
    }

    @Override
    default boolean anyFinished() {
        return tally().anyStopped();
    }

    @Override
    default boolean isComplete() {
        return tally().isComplete();
    }

    @Override
    default @Nullable UpstreamSaid said() {
        return tally().said();
    }

    @Override
    default byte[] errorBody() {
        return tally().errorBody();
    }

    @Override
    default @Nullable TokenUsage usage() {
        return tally().usage();
    }

    @Override
    default @Nullable String finishReason() {
        return tally().finishReason();
    }

    @Override
    default @Nullable String servedModel() {
        return tally().servedModel();
    }
}
