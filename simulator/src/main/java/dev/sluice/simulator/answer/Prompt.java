package dev.sluice.simulator.answer;

import tools.jackson.databind.JsonNode;

/**
 * Counts a conversation, message by message, by the same rule whatever dialect it came in, and
 * keeps what its user said last.
 */
public final class Prompt {
    private int tokens = TokenRule.PER_REQUEST;
    private String lastUserText = "";

    public Prompt says(String role, String text) {
        tokens += TokenRule.PER_MESSAGE + TokenRule.ofText(text);
        if (role.equals("user")) {
            lastUserText = text;
        }
        return this;
    }

    public int tokens() {
        return tokens;
    }

    public String lastUserText() {
        return lastUserText;
    }

    /** A string, or the {@code text} of each part. */
    public static String textOf(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            text.append(part.path("text").asString(""));
        }
        return text.toString();
    }
}
