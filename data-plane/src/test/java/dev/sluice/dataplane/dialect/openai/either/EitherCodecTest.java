package dev.sluice.dataplane.dialect.openai.either;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is heard does not depend on which of the two was asked, nor on where the bytes are cut. */
class EitherCodecTest {
    private static final String CHAT =
            ": hi\n\ndata: {\"choices\":[]}\n\n"
                    + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hé\"}}]}\n\n"
                    + "data: {\"choices\":[{\"index\":0,\"finish_reason\":\"stop\"}]}\n\n"
                    + "data: [DONE]\n\n";
    private static final String RESPONSES =
            "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{}}\n\n"
                    + "data: {\"type\":\"response.output_text.delta\",\"delta\":\"Hé\"}\n\n"
                    + "data: {\"type\":\"response.completed\",\"response\":{}}\n\n";
    private static final String ERROR = "data: {\"error\":{\"message\":\"no\"}}\n\n";
    private static final String FLAT_ERROR = "data: {\"type\":\"error\",\"code\":\"no\"}";

    private static List<ReplyEvent> heard(Dialect asked, String stream, int cut) {
        var events = new ArrayList<ReplyEvent>();
        var reader = Codecs.heard(asked).streams().reader(events::add);
        var bytes = stream.getBytes(StandardCharsets.UTF_8);
        reader.feed(bytes, 0, cut);
        assertThat(reader.isInsideEvent() || cut == 0 || bytes[cut - 1] == '\n').isTrue();
        reader.feed(bytes, cut, bytes.length);
        reader.end();
        return events;
    }

    private static void hears(Dialect asked, String stream, String text) {
        for (var cut = 0; cut < stream.getBytes(StandardCharsets.UTF_8).length; cut++) {
            assertThat(heard(asked, stream, cut))
                    .contains(new ReplyEvent.TextDelta(0, text))
                    .endsWith(new ReplyEvent.Finished());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES"})
    void hearsBothStreams(Dialect asked) {
        hears(asked, CHAT, "Hé");
        hears(asked, RESPONSES, "Hé");
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI_CHAT", "OPENAI_RESPONSES"})
    void hearsErrorsAndEmptyStreams(Dialect asked) {
        assertThat(heard(asked, ERROR, 5)).singleElement().isInstanceOf(ReplyEvent.Failed.class);
        assertThat(heard(asked, FLAT_ERROR, 5))
                .singleElement()
                .isInstanceOf(ReplyEvent.Failed.class);
        assertThat(heard(asked, "data: oops\n\n", 3))
                .singleElement()
                .isInstanceOf(ReplyEvent.Failed.class);
        assertThat(heard(asked, ": nothing\n\n", 3)).isEmpty();
    }
}
