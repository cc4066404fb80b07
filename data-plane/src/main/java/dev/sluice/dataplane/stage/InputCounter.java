package dev.sluice.dataplane.stage;

import dev.sluice.dataplane.call.Call;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;

/** The gateway's own count of what goes upstream. */
public interface InputCounter {
    /** Input tokens of the call for this model; completes on the call's context. */
    Future<Long> count(Call call, UpstreamModel model);

    /** The most that an upstream of the model's family would make of the count. */
    long worstCase(UpstreamModel model, long counted);
}
