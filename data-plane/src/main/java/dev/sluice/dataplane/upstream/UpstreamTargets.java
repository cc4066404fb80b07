package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Upstream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The addresses of upstreams, worked out once for each form of their config. */
public final class UpstreamTargets {
    private record Form(
            String provider,
            @Nullable Dialect dialect,
            @Nullable String baseUrl,
            List<String> instances) {}

    private final Map<Form, List<UpstreamAddress>> known = new ConcurrentHashMap<>();

    /** Empty where the upstream cannot be called: provider not served, or no valid address. */
    List<UpstreamAddress> of(Upstream upstream) {
        var form =
                new Form(
                        upstream.provider(),
                        upstream.dialect(),
                        upstream.baseUrl(),
                        upstream.instances());
        return known.computeIfAbsent(form, ignored -> resolve(upstream));
    }

    /** Null where the upstream has no such instance. */
    @Nullable UpstreamAddress find(Upstream upstream, String instance) {
        return of(upstream).stream()
                .filter(one -> one.name().equals(instance))
                .findFirst()
                .orElse(null);
    }

    private static List<UpstreamAddress> resolve(Upstream upstream) {
        var provider = Providers.find(upstream.provider());
        if (provider == null) {
            return List.of();
        }
        try {
            return UpstreamAddress.of(upstream, provider);
        } catch (IllegalArgumentException unusable) {
            return List.of();
        }
    }

    /** The names of the upstream's instances, as health knows them. */
    public List<String> names(Upstream upstream) {
        return of(upstream).stream().map(UpstreamAddress::name).toList();
    }
}
