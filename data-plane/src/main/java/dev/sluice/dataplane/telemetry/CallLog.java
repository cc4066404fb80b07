package dev.sluice.dataplane.telemetry;

import dev.sluice.dataplane.arrival.Arrival;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.pipeline.CallListener;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.UsageEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** One line for each call, at its end: names and figures, never content, never a key. */
public final class CallLog implements CallListener {
    /** Of the logger of calls. */
    public static final String NAME = "sluice.call";

    private static final int MOST_MESSAGE_CHARACTERS = 200;

    private final NodeMetrics metrics;
    private final Logger log;

    public CallLog(NodeMetrics metrics, Logger log) {
        this.metrics = metrics;
        this.log = log;
    }

    @Override
    public void ended(UsageEvent event, String clientAddress) {
        metrics.ended(event);
        log.atInfo()
                .addKeyValue("requestId", event.requestId())
                .addKeyValue("traceId", event.traceId())
                .addKeyValue("clientAddress", clientAddress)
                .addKeyValue("status", event.status().text())
                .addKeyValue("httpStatus", event.httpStatus())
                .addKeyValue("errorCode", event.errorCode())
                .addKeyValue("tenant", event.tenant())
                .addKeyValue("app", event.app())
                .addKeyValue("key", event.key())
                .addKeyValue("subKey", event.subKey())
                .addKeyValue("alias", event.alias())
                .addKeyValue("model", event.model())
                .addKeyValue("upstream", event.upstream())
                .addKeyValue("instance", event.instance())
                .addKeyValue("attempts", event.attempts().size())
                .addKeyValue("inputTokens", event.tokens().input())
                .addKeyValue("outputTokens", event.tokens().output())
                .addKeyValue("cost", event.cost().toString())
                .addKeyValue("firstTokenMs", event.firstTokenMs())
                .addKeyValue("totalMs", event.totalMs())
                .addKeyValue("gatewayMs", event.gatewayMs())
                .addKeyValue("upstreamMs", event.upstreamMs())
                .log("call");
    }

    @Override
    public void lost(Dialect caller, Dialect target, int losses) {
        metrics.lost(caller, target, losses);
    }

    @Override
    public void refused(Arrival arrival, @Nullable Call call, GatewayFailure failure) {
        metrics.refused(failure);
        log.atInfo()
                .addKeyValue("requestId", arrival.requestId())
                .addKeyValue("traceId", arrival.traceId())
                .addKeyValue("clientAddress", arrival.clientAddress())
                .addKeyValue("status", "rejected")
                .addKeyValue("httpStatus", failure.httpStatus())
                .addKeyValue("errorCode", failure.code().code())
                .addKeyValue("alias", call == null ? null : call.envelope().alias())
                .addKeyValue("reason", shortened(failure.getMessage()))
                .addKeyValue("totalMs", arrival.elapsedMs())
                .log("refused");
    }

    private static @Nullable String shortened(@Nullable String text) {
        return text == null || text.length() <= MOST_MESSAGE_CHARACTERS
                ? text
                : text.substring(0, MOST_MESSAGE_CHARACTERS);
    }
}
