package dev.sluice.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.snapshot.ConfigPart;
import dev.sluice.model.snapshot.NodeStatus;
import dev.sluice.model.snapshot.SnapshotHead;
import dev.sluice.model.usage.UsageEvent;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The wire between the planes: what is written once must be read, and written the same, for good.
 */
class GoldenFilesTest {
    private static final Map<String, Class<?>> TYPES =
            Map.of(
                    "part", ConfigPart.class,
                    "head", SnapshotHead.class,
                    "status", NodeStatus.class,
                    "event", UsageEvent.class);

    @ParameterizedTest
    @CsvSource({
        "snapshot/v1-catalogue.json, part",
        "snapshot/v1-catalogue-prices.json, part",
        "snapshot/v1-tenant.json, part",
        "snapshot/v1-tenant-currency.json, part",
        "snapshot/v1-keys.json, part",
        "snapshot/v1-head.json, head",
        "node-status/v1.json, status",
        "usage-event/v1-completed.json, event",
        "usage-event/v1-rejected.json, event",
        "usage-event/v1-transcript.json, event",
        "usage-event/v1-currencies.json, event"
    })
    void readsAndWritesTheSame(String file, String type) throws IOException {
        var mapper = SluiceJson.mapper();
        try (var in = getClass().getResourceAsStream("/fixtures/" + file)) {
            var golden = mapper.readTree(in);

            var value = mapper.treeToValue(golden, TYPES.get(type));

            assertThat(mapper.readTree(mapper.writeValueAsString(value))).isEqualTo(golden);
        }
    }

    @Test
    void ignoresFieldsOfLaterVersions() throws IOException {
        try (var in = getClass().getResourceAsStream("/fixtures/usage-event/v1-rejected.json")) {
            var golden = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            var later = golden.replaceFirst("\\{", "{\"fromTheFuture\": {\"x\": [1]},");

            assertThat(SluiceJson.mapper().readValue(later, UsageEvent.class))
                    .isEqualTo(SluiceJson.mapper().readValue(golden, UsageEvent.class));
        }
    }

    @Test
    void keepsTheErrorCodesAndTheirStatuses() {
        var table =
                Arrays.stream(ErrorCode.values())
                        .map(code -> code.code() + " " + code.httpStatus())
                        .collect(Collectors.joining("\n"));

        assertThat(table)
                .isEqualTo(
                        """
                        invalid_request 400
                        unsupported 400
                        context_length_exceeded 400
                        content_filtered 400
                        invalid_api_key 401
                        model_not_allowed 403
                        model_not_found 404
                        unsupported_endpoint 404
                        request_too_large 413
                        rate_limit_exceeded 429
                        quota_exceeded 429
                        budget_held 429
                        internal_error 500
                        upstream_invalid_response 502
                        stream_incomplete 502
                        upstream_unavailable 503
                        gateway_overloaded 503
                        upstream_timeout 504\
                        """);
    }
}
