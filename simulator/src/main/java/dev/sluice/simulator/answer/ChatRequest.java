package dev.sluice.simulator.answer;

import dev.sluice.simulator.exchange.Bodies;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the simulator reads of a chat request, in any dialect.
 *
 * @param usageInStream whether a stream tells its usage
 * @param schema whether the answer's form is asked for
 */
public record ChatRequest(
        boolean stream,
        boolean usageInStream,
        @Nullable Integer outputCap,
        int choices,
        @Nullable String user,
        Prompt prompt,
        List<String> toolNames,
        boolean schema,
        Powers powers) {

    /**
     * What the request holds beside the caller's last words, so that a test sees from the caller's
     * side what arrived here.
     */
    String retold() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("system", prompt.system());
        told.put("tools", toolNames);
        told.put("results", prompt.results());
        told.put("images", prompt.images());
        told.put("schema", schema);
        return Bodies.MAPPER.writeValueAsString(told);
    }
}
