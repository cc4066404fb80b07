package dev.sluice.dataplane.dialect.openai.chat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallTrackerTest {
    private static final String END = "data: {'choices':[{'finish_reason':'tool_calls'}]}\n\n";

    /** Each call is {@code number:name(arguments)}, in the order in which they began. */
    private static List<String> heard(String end, String... calls) {
        var stream = new StringBuilder();
        for (var call : calls) {
            stream.append("data: {'choices':[{'delta':{'tool_calls':[{")
                    .append(call)
                    .append("}]}}]}\n\n");
        }
        var events = new ArrayList<ReplyEvent>();
        var reader = Codecs.of(Dialect.OPENAI_CHAT).streams().reader(events::add);
        var bytes = stream.append(end).toString().replace('\'', '"').getBytes(UTF_8);
        reader.feed(bytes, 0, bytes.length);
        reader.end();
        var told = new ArrayList<String>();
        for (var event : events) {
            if (event instanceof ReplyEvent.CallStarted call) {
                var arguments = new StringBuilder();
                events.stream()
                        .filter(ReplyEvent.CallDelta.class::isInstance)
                        .map(ReplyEvent.CallDelta.class::cast)
                        .filter(delta -> delta.call() == call.call())
                        .forEach(delta -> arguments.append(delta.arguments()));
                told.add(call.call() + ":" + call.name() + "(" + arguments + ")");
            }
        }
        return told;
    }

    private static String piece(String key, String name, String arguments) {
        return key + "'function':{'name':'" + name + "','arguments':'" + arguments + "'}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"'index':0,", "'index':0,'id':'c',", "'id':'c',"})
    void joinsANameThatComesInPieces(String key) {
        assertThat(
                        heard(
                                END,
                                piece(key, "get", ""),
                                piece(key, "_wea", ""),
                                piece(key, "", ""),
                                piece(key, "ther", "{"),
                                piece(key, "", "}")))
                .containsExactly("0:get_weather({})");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'index':0,", "'index':0,'id':'c',", "'id':'c',"})
    void aNameSaidAgainIsOneName(String key) {
        assertThat(
                        heard(
                                END,
                                piece(key, "get", ""),
                                piece(key, "get_it", ""),
                                piece(key, "get_it", ""),
                                piece(key, "get_it", "{"),
                                piece(key, "get_it", "}")))
                .containsExactly("0:get_it({})");
    }

    @Test
    void piecesOfTwoCallsStayApart() {
        assertThat(
                        heard(
                                END,
                                piece("'index':0,", "get", ""),
                                piece("'index':1,", "put", ""),
                                piece("'index':0,", "_a", ""),
                                piece("'index':1,", "_b", "{}")))
                .containsExactly("0:get_a()", "1:put_b({})");
    }

    @Test
    void callsWithoutAKeyBeginWithTheirNames() {
        assertThat(heard(END, piece("", "a", ""), piece("", "b", "{}"), piece("", "c", "{}")))
                .containsExactly("0:a()", "1:b({})", "2:c({})");
    }

    @ParameterizedTest
    @ValueSource(strings = {END, "data: [DONE]\n\n", ""})
    void aCallWithoutArgumentsBeginsAtTheEnd(String end) {
        assertThat(heard(end, piece("'index':0,", "no", ""), piece("'index':0,", "w", "")))
                .containsExactly("0:now()");
    }

    @Test
    void argumentsBeforeTheNameWaitForIt() {
        assertThat(heard(END, piece("'index':0,", "", "{"), piece("'index':0,", "f", "}")))
                .containsExactly("0:f({})");
    }
}
