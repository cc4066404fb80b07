package dev.sluice.bench;

import dev.sluice.model.json.SluiceJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One kind of call; the prompt carries the script by which the simulator answers. */
record Workload(String name, String script, int promptBytes, boolean stream, int chunks) {
    /** A small call, as chat clients make it. */
    static final Workload UNARY_1K = new Workload("unary 1 KB", "tokens=64", 1_000, false, 0);

    /** A call with a long conversation or documents in it. */
    static final Workload UNARY_40K = new Workload("unary 40 KB", "tokens=64", 40_000, false, 0);

    /** A stream as fast as both ends can. */
    static final Workload STREAM_FAST =
            new Workload("stream 200 chunks, full speed", "tokens=200", 1_000, true, 200);

    /** A stream at the pace of a fast engine. */
    static final Workload STREAM_PACED =
            new Workload(
                    "stream 100 chunks, every 20 ms", "tokens=100,pace=20ms", 1_000, true, 100);

    /** As fast as both ends can, from an upstream that speaks another dialect. */
    static final Workload STREAM_TRANSLATED =
            new Workload("stream 200 chunks, other dialect", "tokens=200", 1_000, true, 200);

    /** The script by which the simulator answers, and words. */
    static String prompt(String script, int bytes) {
        String opening = "#sim " + script + "\n";
        String words = "How high is the water at the mill this morning, and who opened the gate? ";
        StringBuilder prompt = new StringBuilder(opening);
        while (prompt.length() < bytes) {
            prompt.append(words);
        }
        return prompt.toString();
    }

    String body(String model) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", model);
        body.put(
                "messages",
                List.of(Map.of("role", "user", "content", prompt(script, promptBytes))));
        body.put("max_tokens", 256);
        if (stream) {
            body.put("stream", true);
            body.put("stream_options", Map.of("include_usage", true));
        }
        return SluiceJson.mapper().writeValueAsString(body);
    }
}
