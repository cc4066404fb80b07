package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.lane.UnaryLane;
import dev.sluice.dataplane.json.ForeignJson;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pictures without the prompts that a model made of the caller's: where answers are masked, its
 * words stay behind.
 */
final class WordlessPictures implements UnaryLane {
    private static final String WORDS = "revised_prompt";

    private final UnaryLane pictures;

    WordlessPictures(UnaryLane pictures) {
        this.pictures = pictures;
    }

    @Override
    public ReplyBody read(byte[] body) {
        var read = pictures.read(body);
        return read instanceof ReplyBody.Good good ? wordless(good) : read;
    }

    private static ReplyBody wordless(ReplyBody.Good good) {
        var root = ForeignJson.read(good.bytes());
        for (var parent : root.findParents(WORDS)) {
            ((ObjectNode) parent).remove(WORDS);
        }
        return new ReplyBody.Good(
                ForeignJson.bytes(root),
                good.usage(),
                good.produced(),
                good.servedModel(),
                good.finishReason());
    }
}
