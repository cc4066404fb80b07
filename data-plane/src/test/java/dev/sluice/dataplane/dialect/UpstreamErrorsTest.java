package dev.sluice.dataplane.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.openai.OpenAiErrors;
import dev.sluice.model.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpstreamErrorsTest {
    private static UpstreamSaid read(String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        return UpstreamErrors.read(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{\"error\":{\"message\":\"m\",\"type\":\"t\",\"code\":\"c\"}}|c|m|false",
                "{\"error\":{\"message\":\"m\",\"code\":429}}|429|m|false",
                "{\"error\":\"m\"}|-|m|false",
                "{\"code\":\"c\",\"error\":\"m\"}|c|m|false",
                "{\"error\":\"m\",\"error_type\":\"t\"}|t|m|false",
                "{\"object\":\"error\",\"message\":\"m\",\"type\":\"t\",\"code\":400}|400|m|false",
                "{\"detail\":\"m\"}|-|m|false",
                "{\"message\":\"m\"}|-|m|false",
                "[{\"error\":{\"code\":400,\"message\":\"m\"}}]|400|m|false",
                "{\"error\":{\"code\":\"1113\",\"message\":\"m\"}}|1113|m|true",
                "{\"type\":\"CreditsError\",\"message\":\"Insufficient balance\"}|CreditsError|Insufficient balance|true",
                "{\"error\":{\"type\":\"insufficient_quota\",\"message\":\"m\"}}|insufficient_quota|m|true",
                "<html>|-|-|false"
            })
    void readsTheShapesOfTheField(String body, String code, String message, boolean outOfMoney) {
        var said = read(body);

        assertThat(said.code()).isEqualTo(code);
        assertThat(said.message()).isEqualTo(message);
        assertThat(said.outOfMoney()).isEqualTo(outOfMoney);
    }

    @Test
    void tellsWhichFieldAnErrorNames() {
        var advice =
                "{\"error\":{\"message\":\"no 'max_tokens', use 'max_completion_tokens'\","
                        + "\"param\":\"max_tokens\"}}";

        assertThat(UpstreamErrors.paramOf(advice.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("max_tokens");
        for (var silent : new String[] {"{\"error\":{\"param\":null}}", "[]", "<html>", ""}) {
            assertThat(UpstreamErrors.paramOf(silent.getBytes(StandardCharsets.UTF_8)))
                    .as(silent)
                    .isNull();
        }
    }

    @Test
    void knowsTheStatusBehindAnErrorInsideASuccess() {
        assertThat(read("{\"error\":{\"code\":529}}").status()).isEqualTo(529);
        assertThat(read("{\"error\":{\"type\":\"overloaded_error\"}}").status()).isEqualTo(529);
        assertThat(read("{\"error\":{\"type\":\"rate_limit_error\"}}").status()).isEqualTo(429);
        assertThat(read("{\"error\":{\"type\":\"invalid_request_error\"}}").status())
                .isEqualTo(400);
        assertThat(read("{\"error\":{\"message\":\"?\"}}").status()).isZero();
    }

    @Test
    void writesTheShapeThatClientsParse() {
        assertThat(
                        new String(
                                OpenAiErrors.write(ErrorCode.INVALID_REQUEST, "say \"n\"", "n"),
                                StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"error\":{\"message\":\"say \\\"n\\\"\",\"type\":\"invalid_request_error\","
                                + "\"param\":\"n\",\"code\":\"invalid_request\"}}");
    }
}
