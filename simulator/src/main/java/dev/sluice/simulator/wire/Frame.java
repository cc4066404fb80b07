package dev.sluice.simulator.wire;

import org.jspecify.annotations.Nullable;

/**
 * One frame of a stream, not yet laid out.
 *
 * @param event its name, where the framing has names
 * @param tokens of content that it brings
 * @param told usage that it tells
 */
public record Frame(@Nullable String event, String data, int tokens, @Nullable Counted told) {}
