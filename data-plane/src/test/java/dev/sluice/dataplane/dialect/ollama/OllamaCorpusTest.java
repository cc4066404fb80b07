package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.CorpusExam;
import dev.sluice.model.route.Dialect;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class OllamaCorpusTest extends CorpusExam {
    OllamaCorpusTest() {
        super(
                new CodecLaw(new OllamaCodec(), Dialect.OLLAMA),
                "ollama-chat",
                "ollama-chat",
                ".response.ndjson");
    }

    /** Empty lists, formats and options say nothing; a stream is what is served by default. */
    @Override
    protected void alike(ObjectNode request) {
        if (!request.has("stream")) {
            request.put("stream", true);
        }
        for (var field : new String[] {"tools", "options"}) {
            if (request.path(field).isEmpty()) {
                request.remove(field);
            }
        }
        if (request.path("format").asString("x").isEmpty()) {
            request.remove("format");
        }
    }
}
