package dev.sluice.dataplane.dialect.openai.either;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.json.ForeignJson;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies, told apart by what object they say they are. */
record EitherReplies(ReplyCodec spoken, ReplyCodec chat, ReplyCodec responses)
        implements ReplyCodec {
    @Override
    public ChatReply read(byte[] body) {
        return of(body).read(body);
    }

    private ReplyCodec of(byte[] body) {
        try {
            var root = ForeignJson.read(body);
            return root.path("object").asString("").equals("response")
                    ? responses
                    : root.path("choices").isArray() ? chat : spoken;
        } catch (JacksonException broken) {
            return spoken;
        }
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        return spoken.write(reply, context);
    }

    @Override
    public List<String> modelPath() {
        return spoken.modelPath();
    }
}
