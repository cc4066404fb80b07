package dev.sluice.control.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.metering.ReadRecord.Poisoned;
import dev.sluice.control.metering.ReadRecord.Sound;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class UsageRecordReaderTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final UsageEvent CALL =
            Calls.call(Uuid7.at(NOW.toEpochMilli()), UsageStatus.COMPLETED, 54_000, 5, 1);

    private final UsageRecordReader reader = new UsageRecordReader(InstantSource.fixed(NOW));

    @Test
    void readsWhatANodeSendsAndKeepsFieldsItDoesNotKnow() {
        var json = json(CALL).replaceFirst("\\{", "{\"added\":[1,2],");

        var read = (Sound) reader.read(json.getBytes(StandardCharsets.UTF_8));

        assertThat(read.event()).isEqualTo(CALL);
        assertThat(read.json()).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    unreadable | not json
                    unreadable | null
                    unreadable | []
                    unreadable | {"v":1,"v":1}
                    unreadable | {"v":1,"cost":"0.0000000001"}
                    unreadable | {"v":1,"status":"finished"}
                    version    | {}
                    version    | {"v":2}
                    incomplete | {"v":1}
                    """)
    void setsAsideWhatIsNoEvent(String reason, String payload) {
        assertThat(reader.read(payload.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        Poisoned.class, poison -> assertThat(poison.reason()).isEqualTo(reason));
    }

    @Test
    void setsAsideARecordWithoutValue() {
        assertThat(reader.read(null)).isEqualTo(new Poisoned("empty", "the record has no value"));
    }

    @Test
    void setsAsideNonsenseAmounts() {
        assertThat(reasonFor("cost", "-1")).isEqualTo("amount");
        assertThat(reasonFor("providerCost", "1000000001")).isEqualTo("amount");
        assertThat(reasonFor("totalMs", -3)).isEqualTo("amount");
        assertThat(reasonFor("status", "rejected")).isEqualTo("amount");
    }

    @Test
    void takesAnyNumberOfTokensAndClampsIt() {
        var claimed = Map.of("input", Long.MAX_VALUE, "output", 2_000_000_000_000L);
        var tree = (ObjectNode) SluiceJson.mapper().readTree(json(CALL));
        tree.set("tokens", SluiceJson.mapper().valueToTree(claimed));
        tree.put("cost", "15000000");

        var read = (Sound) reader.read(SluiceJson.mapper().writeValueAsBytes(tree));

        assertThat(read.event().tokens())
                .isEqualTo(TokenUsage.of(TokenUsage.MOST, TokenUsage.MOST));
    }

    @Test
    void setsAsideIdsWithoutAPlausibleTime() {
        assertThat(reasonFor("eventId", "7f4df0b0-3f0f-4c6b-9d7a-000000000000"))
                .isEqualTo("event-id");
        assertThat(reasonFor("eventId", Uuid7.at(NOW.plusSeconds(172_800).toEpochMilli())))
                .isEqualTo("event-id");
        assertThat(reasonFor("eventId", Uuid7.at(0))).isEqualTo("event-id");
    }

    @Test
    void setsAsideCallsThatBeganOnAnotherDayThanTheirId() {
        assertThat(reasonFor("startedAt", NOW.minusSeconds(86_399))).isEqualTo("none");
        assertThat(reasonFor("startedAt", NOW.minusSeconds(86_401))).isEqualTo("started-at");
        assertThat(reasonFor("startedAt", Instant.MAX)).isEqualTo("started-at");
        assertThat(reasonFor("startedAt", Instant.MIN)).isEqualTo("started-at");
    }

    @Test
    void replacesCharactersThatTheDatabaseCannotHold() {
        var json = json(CALL).replace("\"req_", "\"\\u0000\\ud800\\u00e9\\\\u0000req_");

        var read = (Sound) reader.read(json.getBytes(StandardCharsets.UTF_8));

        assertThat(read.event().requestId()).startsWith("\uFFFD\uFFFDé\\u0000req_");
        assertThat(read.json()).contains("\"\uFFFD\uFFFDé\\\\u0000req_");
    }

    private String reasonFor(String field, Object value) {
        var tree = (ObjectNode) SluiceJson.mapper().readTree(json(CALL));
        tree.set(field, SluiceJson.mapper().valueToTree(value));
        var read = reader.read(SluiceJson.mapper().writeValueAsBytes(tree));
        return read instanceof Poisoned poison ? poison.reason() : "none";
    }

    private static String json(UsageEvent event) {
        return SluiceJson.mapper().writeValueAsString(event);
    }
}
