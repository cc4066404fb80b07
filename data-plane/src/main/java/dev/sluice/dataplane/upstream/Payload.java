package dev.sluice.dataplane.upstream;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * A request body for one upstream.
 *
 * @param added fields that the gateway put in by itself; a target that refuses one gets the request
 *     again without it
 */
record Payload(Buffer body, List<String> added) {}
