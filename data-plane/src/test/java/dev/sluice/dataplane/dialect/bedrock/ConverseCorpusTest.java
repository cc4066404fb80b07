package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.CorpusExam;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class ConverseCorpusTest extends CorpusExam {
    ConverseCorpusTest() {
        super(
                new CodecLaw(new ConverseCodec(), Dialect.BEDROCK_CONVERSE),
                "bedrock-converse",
                "bedrock-converse-stream",
                ".response.eventstream");
    }

    /** Empty lists and objects say nothing. */
    @Override
    protected void alike(ObjectNode request) {
        for (var field : new String[] {"system", "inferenceConfig"}) {
            if (request.path(field) instanceof ObjectNode config
                    && config.path("stopSequences").isEmpty()) {
                config.remove("stopSequences");
            }
            if (request.path(field).isEmpty()) {
                request.remove(field);
            }
        }
        request.findValues("toolResult")
                .forEach(result -> {
                    if (result.path("status").asString("").equals("success")) {
                        ((ObjectNode) result).remove("status");
                    }
                });
        request.findValues("jsonSchema")
                .forEach(schema ->
                        ((ObjectNode) schema)
                                .set(
                                        "schema",
                                        SluiceJson.mapper()
                                                .readTree(schema.path("schema").asString())));
    }
}
