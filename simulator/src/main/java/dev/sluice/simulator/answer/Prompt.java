package dev.sluice.simulator.answer;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Hears a conversation message by message and counts it by the same rule whatever dialect it came
 * in.
 */
public final class Prompt {
    private final List<String> system = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final List<String> images = new ArrayList<>();
    private int tokens = TokenRule.PER_REQUEST;
    private String lastUserText = "";
    private boolean answering;

    /** A message, or what one tool has said. */
    public Prompt says(String role, String text) {
        tokens += TokenRule.PER_MESSAGE + TokenRule.ofText(text);
        answering = false;
        switch (role) {
            case "system", "developer" -> system.add(text);
            case "tool", "function" -> {
                results.add(text);
                answering = true;
            }
            case "user" -> lastUserText = text;
            default -> {
                // What the model said is counted and no more.
            }
        }
        return this;
    }

    /** A picture in the message at hand. */
    public Prompt shows(String mediaType, String base64) {
        images.add(mediaType + " " + base64.length());
        return this;
    }

    /** A picture by its address, or in a {@code data:} one. */
    public Prompt shows(String url) {
        int comma = url.indexOf(";base64,");
        if (url.startsWith("data:") && comma > 0) {
            String base64 = url.substring(comma + ";base64,".length());
            return shows(url.substring("data:".length(), comma), base64);
        }
        images.add(url);
        return this;
    }

    public int tokens() {
        return tokens;
    }

    public String lastUserText() {
        return lastUserText;
    }

    public List<String> system() {
        return system;
    }

    /** What tools said, in order. */
    public List<String> results() {
        return results;
    }

    /** Media types and how long they are in base64, or addresses. */
    public List<String> images() {
        return images;
    }

    /** Whether the conversation ends with results of tools. */
    public boolean answering() {
        return answering;
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
