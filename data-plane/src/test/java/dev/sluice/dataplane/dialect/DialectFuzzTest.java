package dev.sluice.dataplane.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.dataplane.dialect.testing.Mutation;
import dev.sluice.dataplane.dialect.testing.Rich;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.MalformedJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * Whatever callers and upstreams send: a codec fails only as it declares, and what another writes
 * of it is a well-formed answer.
 */
class DialectFuzzTest {
    private static final List<Dialect> SPOKEN =
            Arrays.stream(Dialect.values()).filter(Codecs::speaks).toList();

    @Provide
    Arbitrary<Dialect> dialects() {
        return Arbitraries.of(SPOKEN);
    }

    @Property(tries = 600)
    void requestsFailOnlyAsDeclared(
            @ForAll("dialects") Dialect from, @ForAll("dialects") Dialect to, @ForAll long seed) {
        var mutation = new Mutation(seed);
        var request = read(from, ForeignJson.bytes(mutation.json(Rich.request(from))));
        if (request == null) {
            return;
        }
        try {
            var target = new RequestTarget("other", 50L, 50L, "max_tokens", true);
            var losses = new Losses(to, mutation.coin());
            var written = Codecs.of(to).requests().write(request, target, losses);
            assertThat(ForeignJson.bytes(written)).isNotEmpty();
        } catch (GatewayFailure refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    private static @Nullable ChatRequest read(Dialect from, byte[] bytes) {
        var door = new Door(from, Operation.CHAT, "m", null, "sse");
        try {
            var body = JsonFields.scanRequest(bytes);
            Codecs.of(from).requests().envelope(door, body);
            return Codecs.of(from).requests().read(door, body);
        } catch (GatewayFailure | MalformedJson refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return null;
        }
    }

    @Property(tries = 600)
    void repliesFailOnlyAsDeclared(
            @ForAll("dialects") Dialect from, @ForAll("dialects") Dialect to, @ForAll long seed) {
        var mutation = new Mutation(seed);
        var bytes = ForeignJson.bytes(mutation.json(Rich.reply(from)));
        ChatReply reply;
        try {
            reply = Codecs.of(from).replies().read(mutation.coin() ? bytes : mutation.bytes(bytes));
        } catch (UnreadableReply broken) {
            assertThat(broken.reason()).isNotBlank();
            return;
        }
        var written = Codecs.of(to).replies().write(reply, Rich.context(to));
        var again = Codecs.of(to).replies().read(ForeignJson.bytes(written));
        assertThat(again.choices()).isNotEmpty();
    }

    @Property(tries = 600)
    void streamsEndWellOrTellThatTheyDoNot(
            @ForAll("dialects") Dialect from, @ForAll("dialects") Dialect to, @ForAll long seed) {
        var mutation = new Mutation(seed);
        var segments = mutation.cut(mutation.bytes(Rich.stream(from)));
        var lane = lane(from, to, segments);
        var complete = lane.isComplete();
        var out = new ByteArrayOutputStream();
        out.writeBytes(lane.out().take());
        out.writeBytes(
                complete
                        ? lane.terminal()
                        : lane.broken(ErrorCode.STREAM_INCOMPLETE, "it was cut off"));

        var seen = lane(to, Dialect.OPENAI_CHAT, List.of(out.toByteArray()));
        var said = out.toString(StandardCharsets.UTF_8);
        assertThat(seen.errorBody().length == 0).as(said).isEqualTo(complete);
        if (complete && leavesItsEndUntold(lane(from, Dialect.OPENAI_CHAT, segments))) {
            assertThat(seen.isComplete() && "stop".equals(seen.finishReason())).as(said).isFalse();
        } else {
            assertThat(seen.isComplete()).as(said).isEqualTo(complete);
        }
    }

    /** A terminator came and no word on why: nobody downstream may read a plain end. */
    private static boolean leavesItsEndUntold(ReplyStream lane) {
        return new String(lane.terminal(), StandardCharsets.UTF_8)
                .contains("\"finish_reason\":\"interrupted\"");
    }

    private static ReplyStream lane(Dialect from, Dialect to, List<byte[]> segments) {
        var lane =
                new TranslatedStream(
                        Codecs.of(from),
                        Codecs.of(to),
                        Rich.context(to),
                        (json, start, end) -> {},
                        sink -> sink,
                        false);
        for (var segment : segments) {
            lane.feed(segment, 0, segment.length);
        }
        lane.end();
        return lane;
    }
}
