package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How a model wants to be spoken to.
 *
 * @param system who says the instructions; absent leaves that to the provider's row
 */
public record PromptRules(@Nullable Instructions system) {

    /** Who says what leads a conversation. */
    public enum Instructions {
        /** As the caller gives them. */
        KEEP("keep"),
        /** The user, at the beginning of what they say first: for models without a system role. */
        INTO_USER("into-user"),
        /**
         * The system, where the caller has no instructions and the user goes on after a first
         * message: that one becomes the instructions.
         */
        FROM_USER("from-user");

        private final String text;

        Instructions(String text) {
            this.text = text;
        }

        @JsonValue
        public String text() {
            return text;
        }
    }
}
