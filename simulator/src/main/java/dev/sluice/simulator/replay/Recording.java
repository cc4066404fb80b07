package dev.sluice.simulator.replay;

import io.vertx.core.buffer.Buffer;
import java.util.Map;

/**
 * An answer as it was recorded.
 *
 * @param script stands for its calls, the farthest of all that do
 */
public record Recording(
        int status,
        String contentType,
        Map<String, String> headers,
        Buffer body,
        Cuts cuts,
        String script) {}
