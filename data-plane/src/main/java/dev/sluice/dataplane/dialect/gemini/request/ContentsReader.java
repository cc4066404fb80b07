package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.gemini.part.CallIds;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.dialect.gemini.part.PartReader;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the turns of a conversation. One object reads one request. */
final class ContentsReader {
    static final Field CONTENTS = Field.of("contents");
    static final Field SYSTEM = Field.of("systemInstruction");
    static final Field CACHED = Field.of("cachedContent");
    private static final Set<String> KNOWN = Field.names(Field.ROLE, Field.PARTS);

    private final Pairing pairing = new Pairing();
    private final PartReader parts = new PartReader(pairing);

    List<Message> read(JsonNode root) {
        var messages = new ArrayList<Message>();
        if (CACHED.isIn(root)) {
            // A part, not a field: who cannot say it must not leave the context out.
            messages.add(
                    Message.of(
                            Role.SYSTEM,
                            List.of(
                                    new ContentPart.Opaque(
                                            Dialect.GEMINI, CACHED.camel(), CACHED.in(root)))));
        }
        system(SYSTEM.in(root), messages);
        var turn = 0;
        for (var content : CONTENTS.in(root).values()) {
            if (!content.isObject()) {
                throw new GatewayFailure.Malformed(
                        "Every one of 'contents' must be an object.", "contents");
            }
            messages.add(message(content, turn++));
        }
        return messages;
    }

    private void system(JsonNode system, List<Message> messages) {
        if (system.isString()) {
            messages.add(Message.text(Role.SYSTEM, system.asString()));
        } else if (system.isObject()) {
            messages.add(Message.of(Role.SYSTEM, parts.read(system)));
        }
    }

    private Message message(JsonNode content, int turn) {
        var isModel = Field.ROLE.text(content, "user").equals("model");
        pairing.begin(turn, isModel);
        var read = parts.read(content);
        var rest = Field.rest(content, KNOWN);
        if (isModel) {
            return new Message(Role.ASSISTANT, read, null, rest);
        }
        var results = read.stream().filter(ContentPart.ToolResult.class::isInstance).count();
        var role = results > 0 && results == read.size() ? Role.TOOL : Role.USER;
        return new Message(role, read, null, rest.isEmpty() ? Extensions.NONE : rest);
    }

    /** Finds the call that a result belongs to: by its id, else by its name, in order. */
    private static final class Pairing implements CallIds {
        private record Open(String id, String name) {}

        private final List<Open> open = new ArrayList<>();
        private int turn;
        private int place;

        void begin(int nextTurn, boolean isModel) {
            turn = nextTurn;
            place = 0;
            if (isModel) {
                open.clear();
            }
        }

        @Override
        public String ofCall(@Nullable String given, String name) {
            var id = given == null || given.isEmpty() ? CallIds.make(turn, place, name) : given;
            place++;
            open.add(new Open(id, name));
            return id;
        }

        @Override
        public String ofResult(@Nullable String given, String name) {
            if (given != null && !given.isEmpty()) {
                open.removeIf(call -> call.id().equals(given));
                return given;
            }
            for (var call : open) {
                if (call.name().equals(name)) {
                    open.remove(call);
                    return call.id();
                }
            }
            return CallIds.make(turn, place++, name);
        }
    }
}
