package dev.sluice.model.file;

import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * Ends a parse that goes too deep or on for too long. What composes nodes from the events goes down
 * with the nesting on its own stack, so that depth must end before it, not after.
 */
final class BoundedParser implements Parser {
    static final int MOST_DEPTH = 50;
    static final int MOST_EVENTS = 2_000_000;

    private final Parser parser;
    private int depth;
    private int events;

    BoundedParser(Parser parser) {
        this.parser = parser;
    }

    /** A text that is well formed as far as it was read, and too much. */
    static final class TooMuchException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int line;

        TooMuchException(Event at, String message) {
            super(message, null, false, false);
            line = at.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
        }

        Fault fault() {
            return new Fault(line, "", String.valueOf(getMessage()));
        }
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
        return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }

    @Override
    public Event next() {
        var event = parser.next();
        switch (event.getEventId()) {
            case MappingStart, SequenceStart -> depth++;
            case MappingEnd, SequenceEnd -> depth--;
            default -> {}
        }
        events++;
        if (depth > MOST_DEPTH) {
            throw new TooMuchException(event, "is nested more than " + MOST_DEPTH + " deep");
        }
        if (events > MOST_EVENTS) {
            throw new TooMuchException(event, "the file has too many values");
        }
        return event;
    }
}
