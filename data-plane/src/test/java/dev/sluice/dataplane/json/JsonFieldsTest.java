package dev.sluice.dataplane.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String value(JsonFields fields, String name) {
        var span = fields.span(name);
        return new String(fields.bytes(), span.from(), span.length(), StandardCharsets.UTF_8);
    }

    @Test
    void findsValuesOfEveryKind() {
        var fields =
                JsonFields.scan(
                        bytes(
                                " { \"a\" : \"你\\\"好🙂\" ,\"b\":-1.50e+3,\"c\":[1,{\"a\":2}],\"d\":{\"x\":[]},"
                                        + "\"e\":true ,\"f\":null}\n"));

        assertThat(value(fields, "a")).isEqualTo("\"你\\\"好🙂\"");
        assertThat(value(fields, "b")).isEqualTo("-1.50e+3");
        assertThat(value(fields, "c")).isEqualTo("[1,{\"a\":2}]");
        assertThat(value(fields, "d")).isEqualTo("{\"x\":[]}");
        assertThat(value(fields, "e")).isEqualTo("true");
        assertThat(value(fields, "f")).isEqualTo("null");
        assertThat(fields.span("g")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "{\"a\":}",
                "{\"a\":1,}",
                "{\"a\":1}{}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":NaN}",
                "{'a':1}",
                "{\"a\":\"\u0001\"}",
                "{\"a\":\"unended}"
            })
    void refusesWhatIsNoSingleObject(String text) {
        assertThatThrownBy(() -> JsonFields.scan(bytes(text))).isInstanceOf(MalformedJson.class);
    }

    @Property(tries = 300)
    void splicesOneFieldAndNothingElse(
            @ForAll("texts") String before, @ForAll("texts") String after) {
        var quotedBefore = new String(ForeignJson.quoted(before), StandardCharsets.UTF_8);
        var json = "{\"x\": " + quotedBefore + " , \"model\":\"m\",\"n\":0.70000000000000000001}";
        var fields = JsonFields.scan(bytes(json));
        var span = fields.span("model");

        var patched =
                new JsonPatch()
                        .replace(span.from(), span.to(), ForeignJson.quoted(after))
                        .insertField(fields, "new", bytes("1"))
                        .apply(fields.bytes(), 0, fields.bytes().length);

        var text = new String(patched, StandardCharsets.UTF_8);
        assertThat(text)
                .endsWith(",\"n\":0.70000000000000000001}")
                .startsWith("{\"new\":1,\"x\": ");
        var tree = SluiceJson.mapper().readTree(patched);
        assertThat(tree.path("model").asString()).isEqualTo(after);
        assertThat(tree.path("x").asString()).isEqualTo(before);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withChars('"', '\\', 'a', '{', '}', '\n', '你', 'é', ' ', ':')
                .ofMaxLength(20);
    }

    @Test
    void insertsIntoAnEmptyObject() {
        var fields = JsonFields.scan(bytes("{ }"));

        assertThat(new JsonPatch().insertField(fields, "a", bytes("1")).apply(fields.bytes(), 0, 3))
                .isEqualTo(bytes("{\"a\":1 }"));
    }
}
