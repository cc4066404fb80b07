package dev.sluice.simulator.tongue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Server-sent events in the one form in which a vendor writes them. */
final class Events {
    /** One of them. */
    record Event(@Nullable String name, String data) {
        JsonNode json() {
            return Tongue.json(data);
        }
    }

    private Events() {}

    static List<Event> read(byte[] bytes, String lineEnd) {
        return read(bytes, lineEnd, "event: ", "data: ");
    }

    static List<Event> read(byte[] bytes, String lineEnd, String eventField, String dataField) {
        List<Event> events = new ArrayList<>();
        for (List<String> lines : blocks(bytes, lineEnd)) {
            String name = null;
            String first = lines.removeFirst();
            if (first.startsWith(eventField)) {
                name = first.substring(eventField.length());
                first = lines.removeFirst();
            }
            Tongue.is(first.startsWith(dataField), true);
            Tongue.is(lines.isEmpty(), true);
            events.add(new Event(name, first.substring(dataField.length())));
        }
        return events;
    }

    /** The lines of each event. */
    static List<List<String>> blocks(byte[] bytes, String lineEnd) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<List<String>> blocks = new ArrayList<>();
        if (text.isEmpty()) {
            return blocks;
        }
        Tongue.is(text.endsWith(lineEnd + lineEnd), true);
        if (lineEnd.equals("\n")) {
            Tongue.is(text.indexOf('\r'), -1);
        }
        for (String block : text.split(lineEnd + lineEnd, 0)) {
            blocks.add(new ArrayList<>(List.of(block.split(lineEnd, -1))));
        }
        return blocks;
    }
}
