package dev.sluice.dataplane.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-" + TRACE + "-b7ad6b7169203331-01",
                "01-" + TRACE + "-b7ad6b7169203331-01",
                "01-" + TRACE + "-b7ad6b7169203331-01-more"
            })
    void takesAValidTrace(String header) {
        assertThat(TraceContext.of(header).traceId()).isEqualTo(TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "ff-" + TRACE + "-b7ad6b7169203331-01",
                "00-" + TRACE + "-b7ad6b7169203331-01-more",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-" + TRACE + "-b7ad6b7169203331-0"
            })
    void beginsANewOneForAnInvalid(String header) {
        var trace = TraceContext.of(header);

        assertThat(trace.traceId()).matches("[0-9a-f]{32}").isNotEqualTo(TRACE);
        assertThat(trace.traceparent()).isNull();
    }

    @Test
    void beginsANewOneWithoutAny() {
        assertThat(TraceContext.of(null).traceId()).isNotEqualTo(TraceContext.of(null).traceId());
    }
}
