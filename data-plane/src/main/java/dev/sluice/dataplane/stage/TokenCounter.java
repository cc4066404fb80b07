package dev.sluice.dataplane.stage;

import dev.sluice.model.route.UpstreamModel;

/** The gateway's own count of what upstreams produce. */
public interface TokenCounter {
    /** One for each attempt. */
    OutputCount countOutput(UpstreamModel model);
}
