package dev.sluice.system.sdk;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call as a driver gets it.
 *
 * @param calls what the model wanted of its tools, with {@code results} for each, where this is the
 *     call that answers them
 */
record Ask(
        String gateway,
        String key,
        String trace,
        String alias,
        String prompt,
        int cap,
        @Nullable String system,
        List<ScenarioTable.Tool> tools,
        @Nullable Map<String, Object> schema,
        ScenarioTable.@Nullable Image image,
        boolean thoughts,
        List<Said.ToolCall> calls,
        List<String> results) {

    /** W3C Trace Context, by which the ledger's row is found. */
    String traceparent() {
        return "00-" + trace + "-00000000000000a1-01";
    }

    Ask answering(List<Said.ToolCall> made, String newTrace) {
        return new Ask(
                gateway, key, newTrace, alias, prompt, cap, system, tools, schema, image, thoughts,
                made, results);
    }
}
