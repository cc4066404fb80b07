package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.gemini.part.CallIds;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Where things stand in a reply or chunk. */
final class ReplyFields {
    static final Field CANDIDATES = Field.of("candidates");
    static final Field CONTENT = Field.of("content");
    static final Field INDEX = Field.of("index");
    static final Field FINISH_REASON = Field.of("finishReason");
    static final Field USAGE = Field.of("usageMetadata");
    static final Field MODEL = Field.of("modelVersion");
    static final Field RESPONSE_ID = Field.of("responseId");
    static final Field CREATED = Field.of("createTime");
    static final Field FEEDBACK = Field.of("promptFeedback");
    static final Field LOGPROBS = Field.of("logprobsResult");
    static final Field GROUNDING = Field.of("groundingMetadata");
    static final Field ERROR = Field.of("error");
    private static final Field BLOCK_REASON = Field.of("blockReason");

    private ReplyFields() {}

    /** Whether the provider refused to look at the prompt. */
    static boolean isBlocked(JsonNode root) {
        return BLOCK_REASON.isIn(FEEDBACK.in(root));
    }

    static int index(JsonNode candidate, int place) {
        var index = INDEX.whole(candidate);
        return index == null ? place : Math.clamp(index, 0, 1_000);
    }

    /** Ids for the calls of one answer, unlike those of any other answer. */
    static final class Ids implements CallIds {
        private final String answer;
        private int count;

        /**
         * Counts the calls of one choice.
         *
         * @param responseId null where the provider gives none
         */
        Ids(@Nullable String responseId, int choice) {
            var seed = responseId == null ? UUID.randomUUID().toString() : responseId;
            answer = Long.toHexString(seed.hashCode() & 0xFFFF_FFFFL) + "_" + choice;
        }

        @Override
        public String ofCall(@Nullable String given, String name) {
            count++;
            return given != null && !given.isEmpty() ? given : PREFIX + answer + "_" + count;
        }

        @Override
        public String ofResult(@Nullable String given, String name) {
            return given == null ? PREFIX + answer + "_" + count : given;
        }
    }
}
