package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Whole chat replies of one dialect. */
public interface ReplyCodec {
    /**
     * Reads a reply. Fails with {@link UnreadableReply} where it is none of the dialect, or an
     * error inside a success.
     */
    ChatReply read(byte[] body);

    /** Whether a reply says by itself, in a word that is known, how each of its choices ended. */
    default boolean tellsEnd(byte[] body) {
        return true;
    }

    /** Whether an answer of the dialect may hold the medium. */
    default boolean says(ContentPart.Media media) {
        return false;
    }

    /** Whether an answer of the dialect may have several choices. */
    default boolean saysChoices() {
        return false;
    }

    /** The body for a caller. */
    ObjectNode write(ChatReply reply, ReplyContext context);

    /** Where the model's name stands in a reply: the first path that is there counts. */
    List<String> modelPath();
}
