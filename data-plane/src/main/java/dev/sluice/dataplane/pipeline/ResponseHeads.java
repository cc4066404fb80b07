package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.Settlement;
import java.util.HashMap;
import java.util.Map;

/** The gateway's own response headers. */
final class ResponseHeads {
    private ResponseHeads() {}

    /**
     * What is known when the first byte of an answer goes out.
     *
     * @param upstreamMs from the attempt's beginning to its answer
     */
    static Map<String, String> ofAttempt(
            ReservedCall reserved, Candidate candidate, int upstreamStatus, long upstreamMs) {
        var heads = ofCall(reserved);
        heads.put(
                "x-sluice-route",
                candidate.model().name()
                        + "; upstream="
                        + candidate.upstream().name()
                        + "; reason="
                        + candidate.reason());
        heads.put("x-upstream-status", Integer.toString(upstreamStatus));
        heads.put("x-upstream-latency-ms", Long.toString(upstreamMs));
        heads.put(
                "x-sluice-latency-ms",
                Long.toString(Math.max(0, reserved.call().elapsedMs() - upstreamMs)));
        return heads;
    }

    /** What every answer of an admitted call carries. */
    static Map<String, String> ofCall(ReservedCall reserved) {
        var heads = new HashMap<String, String>(16);
        heads.putAll(reserved.rateHeaders());
        heads.put("x-sluice-cache", "off");
        if (!reserved.warnings().isEmpty()) {
            heads.put("x-sluice-warnings", String.join("; ", reserved.warnings()));
        }
        return heads;
    }

    /** What a unary answer tells of its cost. */
    static void addCost(Map<String, String> heads, Settlement settlement) {
        var tokens = settlement.tokens();
        heads.put("x-sluice-cost", settlement.cost().toString());
        heads.put("x-sluice-tokens", "input=" + tokens.input() + ", output=" + tokens.output());
    }
}
