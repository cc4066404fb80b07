package dev.sluice.dataplane.dialect.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** What every codec has to keep to: read and written again nothing is lost, however it is cut. */
public final class CodecLaw {
    private final DialectCodec codec;
    private final Dialect dialect;
    private final Door door;
    private final ReplyContext context;

    public CodecLaw(DialectCodec codec, Dialect dialect) {
        this.codec = codec;
        this.dialect = dialect;
        this.door = Door.of(dialect, Operation.CHAT);
        this.context = new ReplyContext(new UUID(1, 2), Instant.EPOCH, "m", true, door, null);
    }

    /**
     * A request comes back as it was.
     *
     * @param alike makes one of forms that mean the same
     */
    public void request(byte[] bytes, Consumer<ObjectNode> alike) {
        var sent = (ObjectNode) SluiceJson.mapper().readTree(bytes);
        var read = codec.requests().read(door, JsonFields.scan(bytes));
        var losses = new Losses(dialect, true);
        var target =
                new RequestTarget(
                        sent.path("model").asString("m"), null, null, "max_tokens", false);
        var written = codec.requests().write(read, target, losses);
        alike.accept(sent);
        alike.accept(written);
        assertThat(SameJson.of(written)).isEqualTo(SameJson.of(sent));
    }

    /** A reply comes back as it was; an error or a broken one is told as such. */
    public void reply(byte[] bytes) {
        try {
            var reply = codec.replies().read(bytes);
            var written = codec.replies().write(reply, context);
            var again = codec.replies().read(SluiceJson.mapper().writeValueAsBytes(written));
            assertThat(Transcript.of(again).said()).isEqualTo(Transcript.of(reply).said());
            assertThat(again.usage()).isEqualTo(reply.usage());
        } catch (UnreadableReply anErrorOrBroken) {
            assertThat(anErrorOrBroken.reason()).isNotBlank();
        }
    }

    /** A stream comes back as it was, and says the same in segments of a byte. */
    public void stream(byte[] bytes) {
        var read = Transcript.of(codec.streams(), bytes);
        assertThat(Transcript.cut(codec.streams(), bytes, 1).events())
                .usingRecursiveComparison()
                .isEqualTo(read.events());
        if (read.failure() != null) {
            return;
        }
        var writer = codec.streams().writer(context);
        var out = new ByteSink();
        read.events().forEach(event -> writer.write(event, out));
        writer.end(read.ending(), out);
        var again = Transcript.of(codec.streams(), out.take());
        assertThat(again.said()).isEqualTo(read.said());
        assertThat(again.usage()).isEqualTo(read.usage());
        assertThat(again.finished()).isEqualTo(read.finished());
    }

    /** Broken off, a stream reads as a failure, and never as an end. */
    public void breaksOff(byte[] bytes) {
        var read = Transcript.of(codec.streams(), bytes);
        var writer = codec.streams().writer(context);
        var out = new ByteSink();
        read.events().forEach(event -> writer.write(event, out));
        writer.breakOff(ErrorCode.STREAM_INCOMPLETE, "cut off", out);
        var again = Transcript.of(codec.streams(), out.take());
        assertThat(again.failure()).contains("cut off");
        assertThat(again.finished()).isFalse();
    }

    /** Nothing that an upstream sends makes a reader fail otherwise than declared. */
    public void survives(byte[] good, int seed) {
        var random = new Random(seed);
        for (var round = 0; round < 200; round++) {
            var bytes = good.clone();
            for (var hits = random.nextInt(4); hits >= 0 && bytes.length > 0; hits--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Transcript.cut(codec.streams(), bytes, 1 + random.nextInt(50));
            reply(bytes);
        }
    }
}
