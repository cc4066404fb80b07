package dev.sluice.dataplane.quota.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.CallerWishes;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.dialect.openai.EnvelopeReader;
import dev.sluice.dataplane.dialect.openai.media.MediaDoor;
import dev.sluice.dataplane.form.MultipartForm;
import dev.sluice.dataplane.form.Upload;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is held for pictures and sound, which have no cap that could be sent. */
class MediaHoldTest {
    private static final String TYPE = "multipart/form-data; boundary=b";

    private static final InputCounter AS_COUNTED =
            new InputCounter() {
                @Override
                public Future<Long> count(Call call, UpstreamModel model) {
                    return Future.succeededFuture(0L);
                }

                @Override
                public long worstCase(UpstreamModel model, long counted) {
                    return counted;
                }
            };

    private static WorstCase worst(MediaDoor door, int n, long soundMs, String price) {
        var mapper = SluiceJson.mapper();
        var alias =
                mapper.readValue(
                        "{\"name\":\"a\",\"targets\":[{\"model\":\"m\"}]}", ModelAlias.class);
        var model =
                mapper.readValue(
                        "{\"name\":\"m\",\"upstream\":\"u\",\"prices\":[{\"from\":"
                                + "\"2020-01-01T00:00:00Z\","
                                + price
                                + "}]}",
                        UpstreamModel.class);
        var upstream = mapper.readValue("{\"name\":\"u\",\"provider\":\"openai\"}", Upstream.class);
        var body =
                JsonFields.scan(
                        ("{\"model\":\"a\",\"n\":" + n + "}").getBytes(StandardCharsets.UTF_8));
        var way = door.as(null);
        var call =
                new Call(
                        new UUID(1, 2),
                        "req",
                        "trace",
                        null,
                        Instant.parse("2026-01-01T00:00:00Z"),
                        0,
                        way,
                        CallerWishes.NONE,
                        body,
                        EnvelopeReader.read(way, body),
                        null,
                        "10.0.0.1",
                        new Snapshot(1, "USD", Map.of(), Map.of(), Map.of(), Map.of(), Map.of()),
                        new Upload(MultipartForm.scan("--b--".getBytes(), TYPE), soundMs));
        var key =
                new KeyEntry(
                        "k",
                        new KeyPath("t", "a", "k", null),
                        List.of(KeyState.ACTIVE),
                        List.of(),
                        ZoneOffset.UTC,
                        Set.of("a"),
                        null,
                        null,
                        List.of(),
                        null);
        var grant = new Grant(call, new Caller(key, "10.0.0.1"), alias);
        var plan =
                new RoutePlan(
                        grant, List.of(new Candidate(alias, model, upstream, "")), null, List.of());
        return WorstCase.of(plan, 100, AS_COUNTED, null);
    }

    @Test
    void holdsThePicturesThatAreAskedFor() {
        var pieces = worst(MediaDoor.EDITS, 3, 0, "\"perImage\":\"0.04\"");
        var tokens =
                worst(
                        MediaDoor.GENERATIONS,
                        2,
                        0,
                        "\"perMillion\":{\"input\":\"5\",\"output\":\"40\"}");

        assertThat(pieces.money()).isEqualTo(Money.parse("0.12"));
        assertThat(pieces.tokens()).isEqualTo(100);
        assertThat(pieces.outputCap()).isNull();
        assertThat(tokens.tokens()).isEqualTo(100 + 2 * 8_192);
        assertThat(tokens.money()).isEqualTo(Money.parse("0.65586"));
    }

    @Test
    void holdsTheSoundThatWasSent() {
        var seconds = worst(MediaDoor.TRANSCRIPTIONS, 1, 90_500, "\"perSecond\":\"0.0001\"");

        assertThat(seconds.money()).isEqualTo(Money.parse("0.0092"));
        assertThat(seconds.tokens()).isEqualTo(100);
    }
}
