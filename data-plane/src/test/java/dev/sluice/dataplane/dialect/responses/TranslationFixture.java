package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/** What the tests between the two dialects of OpenAI share. */
final class TranslationFixture {
    private TranslationFixture() {}

    static final Dialect RESPONSES = Dialect.OPENAI_RESPONSES;
    static final Dialect CHAT = Dialect.OPENAI_CHAT;

    static byte[] json(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    static ChatRequest read(Dialect from, String request) {
        return Codecs.of(from)
                .requests()
                .read(Door.of(from, Operation.CHAT), JsonFields.scan(json(request)));
    }

    static ReplyContext context(Dialect dialect, ChatRequest request) {
        return new ReplyContext(
                new UUID(1, 2),
                Instant.ofEpochSecond(1_700_000_000),
                "alias",
                true,
                Door.of(dialect, Operation.CHAT),
                request);
    }
}
