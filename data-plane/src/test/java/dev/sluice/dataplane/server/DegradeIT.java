package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.model.error.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A budget that is exhausted, and the alias that serves instead. */
class DegradeIT {
    private ScriptedUpstream dear;
    private ScriptedUpstream cheap;
    private TestNode node;

    @BeforeEach
    void start() {
        dear = new ScriptedUpstream().always(json(200, completion("dear", 5, 1)));
        cheap = new ScriptedUpstream().always(json(200, completion("cheap", 5, 1)));
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", dear)
                                .openai("two", cheap)
                                .chain("dear-a", "one")
                                .chain("cheap-a", "two"));
    }

    @AfterEach
    void stop() {
        node.close();
        dear.close();
        cheap.close();
    }

    private static QuotaRefused exhausted(String degradesTo) {
        return new QuotaRefused(
                ErrorCode.QUOTA_EXCEEDED,
                "spent",
                "app/acme/bot budget month",
                Map.of("x-should-retry", "false"),
                degradesTo);
    }

    @Test
    void servesBooksAndNamesTheOtherAlias() {
        node.books.refusing.put("dear-a", exhausted("cheap-a"));

        var answer = node.chat(chat("dear-a", ""));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("cheap");
        assertThat(answer.headers().firstValue("x-sluice-route").orElseThrow())
                .contains("two;", "reason=degraded from dear-a");
        assertThat(answer.headers().firstValue("x-sluice-warnings").orElseThrow())
                .isEqualTo(
                        "'cheap-a' serves instead of 'dear-a': the app/acme/bot budget month"
                                + " has too little left for the call");
        await().until(() -> node.books.events.size() == 1);
        assertThat(node.books.events.getFirst().alias()).isEqualTo("cheap-a");
        assertThat(node.books.events.getFirst().model()).isEqualTo("two");
        assertThat(node.books.held).hasValue(0);
    }

    @Test
    void refusesWhereTheOthersBudgetIsExhaustedTooAndWhereBothPointAtEachOther() {
        node.books.refusing.put("dear-a", exhausted("cheap-a"));
        node.books.refusing.put("cheap-a", exhausted("dear-a"));
        assertThat(node.chat(chat("dear-a", "")).statusCode()).isEqualTo(429);

        node.books.refusing.put("cheap-a", exhausted(null));
        assertThat(node.chat(chat("dear-a", "")).statusCode()).isEqualTo(429);
        assertThat(node.books.events).isEmpty();
    }
}
