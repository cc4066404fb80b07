package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;

/**
 * What a path depends on.
 *
 * @param model the provider's name of it
 */
public record CallTarget(Dialect dialect, Operation operation, String model, boolean stream) {}
