package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallPoliciesTest {
    private static CallPolicies policies(String json) {
        return SluiceJson.read(json, CallPolicies.class);
    }

    private static CallPolicies both(String wider, String narrower) {
        return policies(wider).and(policies(narrower));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -",
                "true, -, true",
                "-, true, true",
                "true, true, true",
                "true, false, false",
                "false, true, false",
                "false, -, false",
                "-, false, false"
            })
    void oneRefusalOutweighsEveryPermissionToFetch(
            Boolean wider, Boolean narrower, Boolean together) {
        var both = both("{\"fetchMedia\":" + wider + "}", "{\"fetchMedia\":" + narrower + "}");

        assertThat(both.fetchMedia()).isEqualTo(together);
    }

    @Test
    void oneStrictLevelIsEnough() {
        assertThat(both("{\"strict\":true}", "{\"strict\":false}").strict()).isTrue();
        assertThat(both("{\"strict\":false}", "{\"strict\":true}").strict()).isTrue();
        assertThat(both("{}", "{\"strict\":true}").strict()).isTrue();
        assertThat(both("{\"strict\":true}", "{}").strict()).isTrue();
        assertThat(both("{}", "{}")).isEqualTo(CallPolicies.NONE);
    }

    @Test
    void masksAndTrimsOfBothCountTogether() {
        var both =
                both(
                        "{\"mask\":{\"kinds\":[\"phone\"]},\"trim\":[\"logprobs\"]}",
                        "{\"mask\":{\"kinds\":[\"email\",\"phone\"],\"patterns\":"
                                + "[{\"name\":\"no\",\"pattern\":\"A1\"}]},"
                                + "\"trim\":[\"reasoning\",\"logprobs\"]}");

        assertThat(both)
                .isEqualTo(
                        policies(
                                "{\"mask\":{\"kinds\":[\"phone\",\"email\"],\"patterns\":"
                                        + "[{\"name\":\"no\",\"pattern\":\"A1\"}]},"
                                        + "\"trim\":[\"logprobs\",\"reasoning\"]}"));
    }

    @Test
    void theNarrowerLevelSaysHowItIsWritten() {
        var both =
                both(
                        "{\"normalise\":{\"quotes\":\"straight\",\"width\":\"half\"}}",
                        "{\"normalise\":{\"quotes\":\"paired\"}}");

        assertThat(both)
                .isEqualTo(policies("{\"normalise\":{\"quotes\":\"paired\",\"width\":\"half\"}}"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "PASS, -, PASS",
                "PASS, WARN, WARN",
                "REJECT, WARN, REJECT",
                "WARN, REJECT, REJECT"
            })
    void theStricterOfTwoCounts(UnknownFields one, UnknownFields other, UnknownFields together) {
        assertThat(one.and(other)).isEqualTo(together);
    }
}
