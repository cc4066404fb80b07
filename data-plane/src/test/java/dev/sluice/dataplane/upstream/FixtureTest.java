package dev.sluice.dataplane.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.Hold;
import dev.sluice.dataplane.call.Progress;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.dialect.openai.EnvelopeReader;
import dev.sluice.dataplane.dialect.openai.ReplyReader;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.dataplane.upstream.request.RefusedFields;
import dev.sluice.dataplane.upstream.request.RequestTranslator;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.usage.ReservationFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Golden files of the dialect: what goes upstream for a request, and what the caller gets of a
 * reply. {@code -Dfixtures.update} writes them anew; the review reads the difference.
 */
class FixtureTest {
    private static final Path ROOT = Path.of("src/test/resources/fixtures/openai-chat");
    private static final boolean UPDATE = System.getProperty("fixtures.update") != null;

    @TestFactory
    Stream<DynamicTest> translatesAsWritten() throws IOException {
        try (var folders = Files.list(ROOT)) {
            return folders.sorted().toList().stream()
                    .map(folder ->
                            DynamicTest.dynamicTest(
                                    folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) throws IOException {
        var reserved = reserved(Files.readAllBytes(folder.resolve("request.json")));
        expect(folder.resolve("to-openai-chat.json"), translated(reserved, new RefusedFields()));
        var sse = folder.resolve("reply.sse");
        if (Files.exists(sse)) {
            var asked = reserved.call().envelope().usageAsked();
            expect(
                    folder.resolve("reply-as-openai-chat.sse"),
                    relayed(Files.readAllBytes(sse), asked));
        }
        var json = folder.resolve("reply.json");
        if (Files.exists(json)) {
            var read =
                    new ReplyReader(Operation.CHAT, "chat", (bytes, from, to) -> {})
                            .read(Files.readAllBytes(json));
            var good = (ReplyBody.Good) read;
            expect(folder.resolve("reply-as-openai-chat.json"), new String(good.bytes(), UTF_8));
        }
    }

    private static String relayed(byte[] reply, boolean usageAsked) {
        var stream = new ChatStream("chat", usageAsked, (bytes, from, to) -> {});
        stream.feed(reply, 0, reply.length);
        stream.end();
        var text = new String(stream.out().take(), UTF_8);
        return stream.isComplete()
                ? text + new String(stream.terminal(), UTF_8)
                : text + new String(stream.broken(ErrorCode.STREAM_INCOMPLETE, "broke off"), UTF_8);
    }

    private static void expect(Path golden, String actual) throws IOException {
        if (UPDATE) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    private record NoHold() implements Hold {
        @Override
        public ReservationFacts facts() {
            return new ReservationFacts("exact", Money.ZERO, 0, null);
        }

        @Override
        public Money ceiling() {
            return null;
        }
    }

    private static final UpstreamModel MODEL =
            new UpstreamModel("m", "up", "gpt-4.1", null, null, null, null, null, List.of(), null);
    private static final Upstream UPSTREAM =
            SluiceJson.mapper()
                    .readValue("{\"name\":\"up\",\"provider\":\"openai\"}", Upstream.class);
    private static final ModelAlias ALIAS =
            SluiceJson.mapper()
                    .readValue("{\"name\":\"chat\",\"maxOutputTokens\":4096}", ModelAlias.class);
    private static final Candidate CANDIDATE = new Candidate(ALIAS, MODEL, UPSTREAM, "weighted");

    private static String translated(ReservedCall reserved, RefusedFields refused) {
        var payload =
                new RequestTranslator(refused)
                        .translate(
                                reserved, CANDIDATE, Providers.find("openai"), Dialect.OPENAI_CHAT);
        return payload.body().toString(UTF_8);
    }

    private static ReservedCall reserved(byte[] request) {
        var fields = JsonFields.scan(request);
        var envelope = EnvelopeReader.read(Operation.CHAT, fields);
        var snapshot = new Snapshot(1, "USD", Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
        var call =
                new Call(
                        UUID.randomUUID(),
                        "req",
                        "trace",
                        null,
                        Instant.EPOCH,
                        0,
                        Door.of(Dialect.OPENAI_CHAT, Operation.CHAT),
                        CallerWishes.NONE,
                        fields,
                        envelope,
                        null,
                        "127.0.0.1",
                        snapshot);
        var key =
                new KeyEntry(
                        "id",
                        new KeyPath("t", "a", "k", null),
                        List.of(KeyState.ACTIVE),
                        List.of(),
                        ZoneOffset.UTC,
                        Set.of("chat"),
                        null,
                        null,
                        List.of(),
                        null);
        var asked = envelope.capAsked();
        var cap = asked == null ? 4096L : Math.min(asked, 4096L);
        var plan =
                new RoutePlan(
                        new Grant(call, new Caller(key, "127.0.0.1"), ALIAS),
                        List.of(CANDIDATE),
                        cap,
                        List.of());
        return new ReservedCall(plan, new NoHold(), cap, 3, List.of(), Map.of(), new Progress());
    }

    @Test
    void leavesOutWhatTheTargetRefused() {
        var refused = new RefusedFields();
        var reserved =
                reserved("{\"model\":\"chat\",\"messages\":[{}],\"stream\":true}".getBytes(UTF_8));
        assertThat(translated(reserved, refused))
                .contains("stream_options", "max_completion_tokens");

        refused.add(CANDIDATE, "stream_options");
        refused.add(CANDIDATE, "max_completion_tokens");
        assertThat(translated(reserved, refused))
                .doesNotContain("stream_options", "max_completion_tokens")
                .contains("\"max_tokens\":4096");

        refused.add(CANDIDATE, "max_tokens");
        assertThat(translated(reserved, refused)).doesNotContain("max_tokens");
    }

    @Test
    void splicesLargeRequestsWithoutCopying() {
        var text = "x".repeat(100_000);
        var reserved =
                reserved(
                        ("{\"messages\":[{\"content\":\"" + text + "\"}],\"model\":\"chat\"}")
                                .getBytes(UTF_8));

        assertThat(translated(reserved, new RefusedFields()))
                .isEqualTo(
                        "{\"max_completion_tokens\":4096,\"messages\":[{\"content\":\""
                                + text
                                + "\"}],\"model\":\"gpt-4.1\"}");
    }
}
