package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.CorpusExam;
import dev.sluice.model.route.Dialect;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class DashScopeCorpusTest extends CorpusExam {
    DashScopeCorpusTest() {
        super(new CodecLaw(new DashScopeCodec(), Dialect.DASHSCOPE), "dashscope-generation");
    }

    @Override
    protected boolean isOfThisVersion(JsonNode request) {
        return request.path("input").path("messages").isArray();
    }

    /** The form of the answer is always asked for; the stream is told by a header. */
    @Override
    protected void alike(ObjectNode request) {
        if (request.path("parameters") instanceof ObjectNode parameters) {
            parameters.put("result_format", "message");
            parameters.remove("incremental_output");
            if (parameters.path("stop").isString()) {
                var stop = parameters.path("stop");
                parameters.putArray("stop").add(stop);
            }
        } else {
            request.putObject("parameters").put("result_format", "message");
        }
        for (var message : request.path("input").path("messages").values()) {
            if (message.path("content").asString("").isEmpty()) {
                ((ObjectNode) message).remove("content");
            }
            ((ObjectNode) message).remove("tool_call_id"); // told where only the name was
            for (var call : message.path("tool_calls").values()) {
                ((ObjectNode) call).remove("index");
            }
        }
    }
}
