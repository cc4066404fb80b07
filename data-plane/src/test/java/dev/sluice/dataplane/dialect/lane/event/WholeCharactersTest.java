package dev.sluice.dataplane.dialect.lane.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WholeCharactersTest {
    private static final String LAMP = "\ud83d\udca1";

    private final List<ReplyEvent> said = new ArrayList<>();
    private final WholeCharacters joined = new WholeCharacters(said::add);

    @Test
    void halvesOfOneTextComeTogether() {
        joined.accept(new ReplyEvent.TextDelta(0, "a" + LAMP.charAt(0)));
        joined.accept(new ReplyEvent.CallDelta(0, 1, "{\"" + LAMP.charAt(0)));
        joined.accept(new ReplyEvent.TextDelta(0, LAMP.charAt(1) + "b"));
        joined.accept(new ReplyEvent.CallDelta(0, 1, LAMP.charAt(1) + "\"}"));

        assertThat(said)
                .containsExactly(
                        new ReplyEvent.TextDelta(0, "a"),
                        new ReplyEvent.CallDelta(0, 1, "{\""),
                        new ReplyEvent.TextDelta(0, LAMP + "b"),
                        new ReplyEvent.CallDelta(0, 1, LAMP + "\"}"));
    }

    @Test
    void aHalfThatStaysAloneIsSaidBeforeTheEnd() {
        joined.accept(new ReplyEvent.TextDelta(0, LAMP.substring(0, 1)));
        joined.accept(new ReplyEvent.Stopped(0, StopReason.END, null));

        assertThat(said)
                .containsExactly(
                        new ReplyEvent.TextDelta(0, LAMP.substring(0, 1)),
                        new ReplyEvent.Stopped(0, StopReason.END, null));
    }
}
