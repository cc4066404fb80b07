package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.CorpusExam;
import dev.sluice.model.route.Dialect;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class TgiCorpusTest extends CorpusExam {
    TgiCorpusTest() {
        super(new CodecLaw(new TgiCodec(), Dialect.TGI), "tgi-generate");
    }

    @Override
    protected boolean isOfThisVersion(JsonNode request) {
        return request.path("inputs").isString();
    }

    /** Details are always asked for. */
    @Override
    protected void alike(ObjectNode request) {
        request.remove("model");
        if (request.path("parameters") instanceof ObjectNode parameters) {
            parameters.put("details", true);
            parameters.remove("do_sample");
        }
    }
}
