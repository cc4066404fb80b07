package dev.sluice.dataplane.stage;

import dev.sluice.dataplane.call.Call;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;

/** The gateway's own counts. */
public interface TokenCounter {
    /** Input tokens of a call for this model; completes on the call's context. */
    Future<Long> countInput(Call call, UpstreamModel model);

    /** What an upstream produces: one for each attempt. */
    OutputCount countOutput(UpstreamModel model);
}
