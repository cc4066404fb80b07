package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;

/**
 * What a path depends on.
 *
 * @param model the provider's name of it
 * @param variant of the door that the call came in by: for pictures and sound, their path
 */
public record CallTarget(
        Dialect dialect, Operation operation, String model, boolean stream, String variant) {}
