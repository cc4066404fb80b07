package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The gateway's own response headers. */
final class ResponseHeads {
    private static final int MOST_WARNING_CHARACTERS = 300;

    private ResponseHeads() {}

    /**
     * What is known when the first byte of an answer goes out.
     *
     * @param warnings what the attempt's translation could not keep
     * @param upstreamMs from the attempt's beginning to its answer
     */
    static Map<String, String> ofAttempt(
            ReservedCall reserved,
            Candidate candidate,
            List<String> warnings,
            int upstreamStatus,
            long upstreamMs) {
        var heads = ofCall(reserved);
        putWarnings(heads, reserved.warnings(), warnings);
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

    /** What an answer from the cache carries. */
    static Map<String, String> ofHit(RoutePlan plan) {
        var heads = new HashMap<String, String>(4);
        heads.put("x-sluice-cache", "hit");
        putWarnings(heads, plan.warnings(), List.of());
        return heads;
    }

    /** What every answer of an admitted call carries. */
    static Map<String, String> ofCall(ReservedCall reserved) {
        var heads = new HashMap<String, String>(16);
        heads.putAll(reserved.rateHeaders());
        heads.put("x-sluice-cache", reserved.progress().cache().text());
        putWarnings(heads, reserved.warnings(), List.of());
        return heads;
    }

    private static void putWarnings(
            Map<String, String> heads, List<String> ofCall, List<String> ofAttempt) {
        if (!ofCall.isEmpty() || !ofAttempt.isEmpty()) {
            heads.put(
                    "x-sluice-warnings",
                    Stream.concat(ofCall.stream(), ofAttempt.stream())
                            .map(ResponseHeads::asHeaderText)
                            .collect(Collectors.joining("; ")));
        }
    }

    /** Names of a caller's fields may hold what a header may not. */
    private static String asHeaderText(String warning) {
        var text = new StringBuilder(warning.length());
        warning.chars()
                .limit(MOST_WARNING_CHARACTERS)
                .forEach(c -> text.append(c < ' ' || c > '~' ? '?' : (char) c));
        return text.toString();
    }

    /** What a unary answer tells of its cost. */
    static void addCost(Map<String, String> heads, Settlement settlement) {
        var tokens = settlement.tokens();
        heads.put("x-sluice-cost", settlement.cost().toString());
        heads.put("x-sluice-tokens", "input=" + tokens.input() + ", output=" + tokens.output());
    }
}
