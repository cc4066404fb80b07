package dev.sluice.dataplane.postprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.policy.CallPolicies;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextWindowTest {
    private static final TextTreatment ALL =
            treatment(
                    "{\"mask\":{\"kinds\":[\"phone\",\"idCard\",\"email\",\"bankCard\"],"
                            + "\"patterns\":[{\"name\":\"ticket\",\"pattern\":\"TK-[0-9]+\"}]},"
                            + "\"normalise\":{\"width\":\"half\",\"quotes\":\"paired\","
                            + "\"punctuation\":\"chinese\"}}");

    private static TextTreatment treatment(String policies) {
        return TextTreatment.of(SluiceJson.read(policies, CallPolicies.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call 13912345678 now|call [phone] now",
                "139 1234 5678|[phone]",
                "+86 139-1234-5678.|[phone].",
                "+44 20 7946 0018|[phone]",
                "id 11010519491231002X ok|id [id card] ok",
                "id 110105194912310021 no|id 110105194912310021 no",
                "mail a.b+c@example.co.uk!|mail [email]!",
                "card 4111 1111 1111 1111.|card [bank card].",
                "card 4111111111111112.|card 4111111111111112.",
                "an order 123456789012345678901|an order 123456789012345678901",
                "see TK-42 and TK-7|see [ticket] and [ticket]",
                "2024-01-01 12:00|2024-01-01 12:00",
                "price 1391234567|price 1391234567"
            })
    void masksWhatLooksAndChecksLikeIt(String text, String masked) {
        var masks =
                treatment(
                        "{\"mask\":{\"kinds\":[\"phone\",\"idCard\",\"email\",\"bankCard\"],"
                                + "\"patterns\":[{\"name\":\"ticket\",\"pattern\":\"TK-[0-9]+\"}]}}");
        assertThat(masks.whole(text)).isEqualTo(masked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ＡＢＣ　１２３|ABC 123",
                "他说\"好\",走吧.|他说“好”，走吧。",
                "it's \"fine\", ok.|it’s “fine”, ok.",
                "3.14, 1,000|3.14, 1,000"
            })
    void makesWritingUniform(String text, String uniform) {
        var policy =
                treatment(
                        "{\"normalise\":{\"width\":\"half\",\"quotes\":\"paired\","
                                + "\"punctuation\":\"chinese\"}}");
        assertThat(policy.whole(text)).isEqualTo(uniform);
    }

    @Provide
    Arbitrary<String> texts() {
        var pieces =
                Arbitraries.of(
                        "13912345678",
                        "139",
                        " 1234 ",
                        "5678",
                        "a@b.co",
                        "@",
                        ".com",
                        "TK-",
                        "9",
                        "11010519491231002X",
                        "4111 1111 1111 1111",
                        "\"",
                        "'",
                        "，",
                        ",",
                        "中",
                        " ",
                        "word",
                        "\uD83D\uDE42",
                        "１２",
                        "。",
                        "+86 ",
                        "-",
                        "\n");
        return pieces.list().ofMaxSize(12).map(list -> String.join("", list));
    }

    @Property(tries = 500)
    void comesToTheSameHoweverTheTextIsCut(
            @ForAll @From("texts") String text,
            @ForAll @Size(max = 12) List<@IntRange(min = 0, max = 9) Integer> cuts) {
        var window = ALL.window();
        var out = new StringBuilder();
        var at = 0;
        for (var cut : cuts) {
            var to = Math.min(text.length(), at + cut);
            out.append(window.take(text.substring(at, to)));
            at = to;
        }
        out.append(window.take(text.substring(at))).append(window.flush());
        assertThat(out.toString()).isEqualTo(ALL.whole(text));
    }

    @Property(tries = 200)
    void holdsBackNoMoreThanItMay(@ForAll @From("texts") String text) {
        var plain = treatment("{\"mask\":{\"patterns\":[{\"name\":\"x\",\"pattern\":\"#+y\"}]}}");
        var window = plain.window();
        var given = 0;
        var taken = 0;
        for (var i = 0; i < text.length(); i++) {
            given += window.take(text.substring(i, i + 1)).length();
            taken++;
            assertThat(taken - given).isLessThanOrEqualTo(TextWindow.MOST_CHARACTERS);
        }
    }
}
