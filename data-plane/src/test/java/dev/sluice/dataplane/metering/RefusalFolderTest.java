package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalFolderTest {
    private final AtomicLong now = new AtomicLong(1_796_000_000_000L);
    private final ArrayList<UsageEvent> out = new ArrayList<>();
    private final RefusalFolder folder =
            new RefusalFolder(() -> Instant.ofEpochMilli(now.get()), out::add);

    private static UsageEvent refusal() throws Exception {
        try (var in =
                RefusalFolderTest.class.getResourceAsStream(
                        "/fixtures/usage-event/v1-rejected.json")) {
            return SluiceJson.read(
                    new String(in.readAllBytes(), StandardCharsets.UTF_8), UsageEvent.class);
        }
    }

    @Test
    void foldsWhatIsBeyondFiftyASecondIntoOneEventWithACount() throws Exception {
        var refusal = refusal();
        for (var i = 0; i < 130; i++) {
            folder.add(refusal);
        }
        assertThat(out).hasSize(50);
        folder.flush();
        assertThat(out).hasSize(50);
        now.addAndGet(1_000);
        folder.flush();
        assertThat(out).hasSize(51);
        assertThat(out.getLast().count()).isEqualTo(80);
    }

    @Test
    void aNewSecondBeginsAnew() throws Exception {
        for (var i = 0; i < 60; i++) {
            folder.add(refusal());
        }
        now.addAndGet(1_000);
        folder.add(refusal());
        assertThat(out).hasSize(52);
        assertThat(out.get(50).count()).isEqualTo(10);
    }
}
