package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.conversation.ReplyEvent.CallStarted;

/** The arguments of one call as they come: knows when they are a complete object. */
final class CallText {
    private final CallStarted started;
    private final StringBuilder kept = new StringBuilder();
    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean complete;

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
        for (var i = 0; i < fragment.length(); i++) {
            if (complete) {
                return fragment.substring(0, i);
            }
            look(fragment.charAt(i));
        }
        return fragment;
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
