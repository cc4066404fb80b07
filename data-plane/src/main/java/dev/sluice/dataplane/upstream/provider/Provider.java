package dev.sluice.dataplane.upstream.provider;

import dev.sluice.model.route.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * A row of the provider table: all that differs between providers of one dialect.
 *
 * @param baseUrl where the provider is reached unless the upstream says otherwise; null for servers
 *     that people run themselves
 * @param instancePath what an instance's host root lacks
 * @param secretNeeded whether a call without a credential is a mistake in the config
 * @param streamOptions whether the provider takes {@code stream_options}
 * @param capField where an output cap goes that the caller did not give
 * @param authorizer how the secret is shown
 * @param paths where the operations stand
 */
public record Provider(
        String name,
        Dialect dialect,
        @Nullable String baseUrl,
        String instancePath,
        boolean secretNeeded,
        boolean streamOptions,
        String capField,
        Authorizer authorizer,
        Paths paths) {}
