package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.arrival.Arrival;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.UsageEvent;
import org.jspecify.annotations.Nullable;

/** Is told how every call ended: for logs and metrics. */
public interface CallListener {
    /** An admitted call is over and in the journal. */
    void ended(UsageEvent event, String clientAddress);

    /** What a target's dialect, or the caller's, had no word for in a try. */
    void lost(Dialect caller, Dialect target, int losses);

    /** A request was answered with an error before any upstream was called. */
    void refused(Arrival arrival, @Nullable Call call, GatewayFailure failure);
}
