package dev.sluice.model.route;

import dev.sluice.model.id.Name;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.snapshot.ConfigBody;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One configured place to send calls: provider, address or instances, secrets, limits, timeouts.
 *
 * @param gpuHour what it costs where it is one's own
 */
public record Upstream(
        String name,
        String provider,
        @Nullable Dialect dialect,
        @Nullable String baseUrl,
        List<String> instances,
        List<UpstreamSecret> secrets,
        Limits limits,
        Timeouts timeouts,
        @Nullable MetricsScrape metrics,
        Map<String, String> headers,
        @Nullable TokenSource credentials,
        @Nullable GpuHour gpuHour)
        implements ConfigBody {
    public Upstream {
        Name.segment("upstream", name);
        instances = instances == null ? List.of() : List.copyOf(instances);
        secrets = secrets == null ? List.of() : List.copyOf(secrets);
        limits = limits == null ? Limits.NONE : limits;
        timeouts = timeouts == null ? Timeouts.INHERIT : timeouts;
        headers = headers == null ? Map.of() : Map.copyOf(headers);
    }

    /** The same upstream with other secrets. */
    public Upstream withSecrets(List<UpstreamSecret> replaced) {
        return new Upstream(
                name,
                provider,
                dialect,
                baseUrl,
                instances,
                replaced,
                limits,
                timeouts,
                metrics,
                headers,
                credentials,
                gpuHour);
    }
}
