package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.conversation.ReplyEvent.CallStarted;
import dev.sluice.model.json.SluiceJson;
import java.util.Map;

/** The arguments of one call as they come: knows when they are a complete object. */
final class CallText {
    private final CallStarted started;
    private final StringBuilder kept = new StringBuilder();
    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean complete;
    private boolean begun;
    private boolean noObject;

    CallText(CallStarted started) {
        this.started = started;
    }

    CallStarted started() {
        return started;
    }

    boolean isComplete() {
        return complete;
    }

    /** What of a fragment belongs to the arguments: nothing follows a complete object. */
    String take(String fragment) {
        if (isNoObject(fragment)) {
            kept.append(fragment);
            return "";
        }
        for (var i = 0; i < fragment.length(); i++) {
            if (complete) {
                return fragment.substring(0, i);
            }
            look(fragment.charAt(i));
        }
        return fragment;
    }

    /** What models write need not be JSON. */
    private boolean isNoObject(String fragment) {
        if (!begun && !fragment.isBlank()) {
            begun = true;
            noObject = fragment.stripLeading().charAt(0) != '{';
        }
        return noObject;
    }

    /** Arguments that are no object, within one; empty where they are. Null is none at all. */
    String wrapped() {
        if (!noObject) {
            return "";
        }
        var text = kept();
        return text.strip().equals("null") ? "{}" : SluiceJson.write(Map.of("_raw", text));
    }

    boolean isNoObject() {
        return noObject;
    }

    private void look(char c) {
        if (inString) {
            inString = escaped || c != '"';
            escaped = !escaped && c == '\\';
            return;
        }
        switch (c) {
            case '"' -> inString = true;
            case '{', '[' -> depth++;
            case '}', ']' -> {
                depth--;
                complete = depth <= 0;
            }
            default -> {}
        }
    }

    void keep(String fragment) {
        kept.append(fragment);
    }

    /** Arguments that wait to be written. */
    String kept() {
        var all = kept.toString();
        kept.setLength(0);
        return all;
    }
}
