package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.dialect.testing.CodecLaw;
import dev.sluice.dataplane.dialect.testing.CorpusExam;
import dev.sluice.model.route.Dialect;
import tools.jackson.databind.node.ObjectNode;

/** Recorded traffic through the codec and back: nothing may get lost. */
class CohereCorpusTest extends CorpusExam {
    CohereCorpusTest() {
        super(new CodecLaw(new CohereCodec(), Dialect.COHERE), "cohere-chat");
    }

    /** One text is the same as a list of one; an answer without words needs no content. */
    @Override
    protected void alike(ObjectNode request) {
        for (var message : request.path("messages").values()) {
            var node = (ObjectNode) message;
            var content = node.path("content");
            if (content.isArray() && content.size() == 1 && content.path(0).has("text")) {
                node.set("content", content.path(0).path("text"));
            }
            if (node.path("content").asString("x").isEmpty()) {
                node.remove("content");
            }
        }
        if (!request.path("stream").asBoolean(true)) {
            request.remove("stream");
        }
    }
}
