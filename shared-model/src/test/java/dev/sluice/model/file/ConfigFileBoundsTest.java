package dev.sluice.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileBoundsTest {
    private static final int LONG = 4_000_000;
    private static final String HEAD = "apiVersion: sluice/v1\n";

    private static List<Fault> faults(String text) {
        return ConfigFileReader.read(text, Map.of()).faults();
    }

    @Test
    @Timeout(20)
    void readsALongCommentInTheTimeOfManyShortOnes() {
        assertThat(faults("# " + "x".repeat(LONG) + "\n" + HEAD)).isEmpty();
    }

    @ParameterizedTest
    @Timeout(20)
    @ValueSource(strings = {"%s", "'%s'", "\"%s\"", "|\n    %s\n", "{a: \"%s\"}", "[%s]"})
    void endsSoonWithALongLine(String form) {
        var value = form.formatted(":".repeat(LONG / 2) + "x".repeat(LONG / 2));

        var name = faults(HEAD + "tenants:\n- name: " + value);
        var network = faults(HEAD + "tenants:\n- name: t\n  cidrs:\n  - " + value);
        var key = faults(HEAD + "tenants:\n- ? " + value + "\n  : x");

        for (var found : List.of(name, network, key)) {
            assertThat(found).isNotEmpty();
            assertThat(found).allSatisfy(it -> assertThat(it.message()).hasSizeLessThan(500));
        }
    }

    @Test
    void refusesAFileThatIsTooLarge() {
        assertThat(faults(HEAD + "#\n".repeat(YamlText.MOST_CHARACTERS / 2)))
                .containsExactly(new Fault(0, "", "the file is larger than 8 MB"));
    }

    @Test
    @Timeout(60)
    void refusesAFileWithMoreValuesThanAnyConfigHas() {
        assertThat(faults(HEAD + "tenants: [" + "[],".repeat(1_000_000) + "]"))
                .containsExactly(new Fault(2, "", "the file has too many values"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "[{a: ", "? "})
    void refusesDeepNestingAtItsLine(String opening) {
        var deep = faults(HEAD + "tenants:\n  " + opening.repeat(20_000));

        assertThat(deep).containsExactly(new Fault(3, "", "is nested more than 50 deep"));
    }

    @Test
    void refusesADeepDocument() {
        var read = ConfigDocumentReader.read(DocumentKind.APP, "acme/new", "[".repeat(100_000));

        assertThat(read.document()).isEmpty();
        assertThat(read.faults()).containsExactly(new Fault(1, "", "is nested more than 50 deep"));
    }

    @Test
    void letsAnEnvironmentNotSwellAValueWithoutEnd() {
        var text = HEAD + "tenants: [{name: \"" + "${env:BIG}".repeat(1000) + "\"}]";

        assertThat(ConfigFileReader.read(text, Map.of("BIG", "x".repeat(60_000))).faults())
                .containsExactly(
                        new Fault(2, "tenants[0].name", "is longer than 65536 characters"));
    }

    @Test
    void refusesValuesThatNoClockAndNoHeaderCarriesAndKeepsCredentialsSecret() {
        var found =
                faults(
                        HEAD
                                + """
                                upstreams:
                                - name: u
                                  provider: deepseek
                                  secrets: [{name: s, value: "sesame\\n"}]
                                  timeouts: {connect: 999999999999d}
                                models:
                                - {name: m, upstream: u, prices: [{from: -999999999-01-01T00:00:00Z}]}
                                """);

        assertThat(found)
                .extracting(it -> it.path() + " " + it.message())
                .containsExactly(
                        "upstreams[0].secrets[0].value must be ASCII without line breaks or"
                                + " spaces around",
                        "upstreams[0].timeouts.connect '999999999999d' is too long; the most is 366d",
                        "models[0].prices[0].from '-999999999-01-01T00:00:00Z' does not lie in the"
                                + " years 1970 to 9999");
    }

    @Test
    void refusesTextThatNoDatabaseHolds() {
        var found =
                faults(
                        HEAD
                                + """
                                tenants:
                                - {name: t, businessLine: "a\\0b"}
                                - {name: u, businessLine: "a\\uD800b"}
                                - {name: v, tags: {"a\\0b": x}}
                                """);

        assertThat(found)
                .extracting(it -> it.line() + " " + it.message())
                .containsExactly(
                        "3 holds a character that is not text",
                        "4 holds a character that is not text",
                        "5 holds a character that is not text");
    }
}
