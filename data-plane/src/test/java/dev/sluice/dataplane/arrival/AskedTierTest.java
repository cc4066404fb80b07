package dev.sluice.dataplane.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.json.JsonFields;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskedTierTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"service_tier\":\"flex\"} | flex",
                "{\"service_tier\":\"Priority\"} | priority",
                "{\"serviceTier\":\"flex\"} | flex",
                "{\"serviceTier\":{\"type\":\"priority\"}} | priority",
                "{\"speed\":\"fast\",\"service_tier\":\"auto\"} | fast",
                "{\"speed\":\"standard\"} |",
                "{\"service_tier\":7} |",
                "{\"service_tier\":\"no tier, surely\"} |",
                "{} |"
            })
    void readsItInEveryDialect(String body, String tier) {
        assertThat(AskedTier.of(JsonFields.scan(body.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(tier);
    }
}
