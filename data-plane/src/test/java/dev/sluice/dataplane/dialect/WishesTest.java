package dev.sluice.dataplane.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.node.ObjectNode;

/** Every wish of a request is said to a target, or named as lost, or the call is refused. */
class WishesTest {
    private static final String TOOLS =
            "[{'type':'function','function':{'name':'f','parameters':{'type':'object'}}},"
                    + "{'type':'function','function':{'name':'g','parameters':{'type':'object'}}},"
                    + "{'type':'function','function':{'name':'h','parameters':{'type':'object'}}}]";
    private static final String ALLOWED =
            "'tool_choice':{'type':'allowed_tools','allowed_tools':{'mode':'%s','tools':["
                    + "{'type':'function','function':{'name':'f'}},"
                    + "{'type':'function','function':{'name':'g'}}]}}";

    /** Fields of OpenAI's dialect, which has a word for most. */
    private static final List<String> WISHES =
            List.of(
                    "'temperature':0.5",
                    "'top_p':0.5",
                    "'stop':['x']",
                    "'seed':7",
                    "'presence_penalty':1",
                    "'frequency_penalty':1",
                    "'logit_bias':{'5':1}",
                    "'logprobs':true",
                    "'logprobs':true,'top_logprobs':2",
                    "'max_tokens':77",
                    "'n':2",
                    "'user':'u'",
                    "'response_format':{'type':'json_object'}",
                    "'response_format':{'type':'json_schema','json_schema':{'name':'s',"
                            + "'schema':{'type':'object'}}}",
                    "'reasoning_effort':'low'",
                    "'reasoning_effort':'high'",
                    "'parallel_tool_calls':false,'tools':" + TOOLS,
                    "'tool_choice':'required','tools':" + TOOLS,
                    "'tool_choice':{'type':'function','function':{'name':'f'}},'tools':" + TOOLS,
                    ALLOWED.formatted("auto") + ",'tools':" + TOOLS,
                    ALLOWED.formatted("required") + ",'tools':" + TOOLS);

    private static final List<ReasoningWish> THINKING =
            List.of(
                    new ReasoningWish("medium", null, null),
                    new ReasoningWish(null, 5000L, null),
                    new ReasoningWish(null, -1L, null));

    private record Target(Dialect dialect, String model) {
        ObjectNode write(ChatRequest request, Losses losses) {
            var target = new RequestTarget(model, 9000L, 9000L, "max_tokens", false);
            return Codecs.of(dialect).requests().write(request, target, losses);
        }
    }

    private static Stream<Target> targets() {
        return Stream.concat(
                Stream.of(Dialect.values())
                        .filter(Codecs::speaks)
                        .map(dialect -> new Target(dialect, "m")),
                Stream.of(
                        new Target(Dialect.BEDROCK_CONVERSE, "anthropic.claude-sonnet-4"),
                        new Target(Dialect.ANTHROPIC, "claude-sonnet-4-6"),
                        new Target(Dialect.GEMINI, "gemini-3-pro")));
    }

    private static ChatRequest request(String fields) {
        var body =
                "{'model':'m','messages':[{'role':'user','content':'hi'}]"
                        + (fields.isEmpty() ? "" : "," + fields)
                        + "}";
        return read(body);
    }

    private static ChatRequest read(String body) {
        var door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
        var scanned = JsonFields.scan(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return Codecs.of(Dialect.OPENAI_CHAT).requests().read(door, scanned);
    }

    /** What a wish comes to: its body, its warnings or its refusal; null where it is not seen. */
    private static @Nullable String outcome(Target target, ChatRequest bare, ChatRequest wishing) {
        var losses = new Losses(target.dialect(), false);
        try {
            var written = ForeignJson.text(target.write(wishing, losses));
            if (!losses.warnings().isEmpty()) {
                return losses.warnings().toString();
            }
            var without = target.write(bare, new Losses(target.dialect(), false));
            return written.equals(ForeignJson.text(without)) ? null : written;
        } catch (GatewayFailure.Unsupported refused) {
            return refused.getMessage();
        }
    }

    @TestFactory
    Stream<DynamicTest> noWishIsLostInSilence() {
        return targets()
                .map(target ->
                        DynamicTest.dynamicTest(
                                target.toString(),
                                () -> {
                                    var unseen = new ArrayList<String>();
                                    WISHES.stream()
                                            .filter(wish -> isUnseen(target, wish))
                                            .forEach(unseen::add);
                                    THINKING.stream()
                                            .filter(wish -> isUnseen(target, wish))
                                            .map(ReasoningWish::toString)
                                            .forEach(unseen::add);
                                    assertThat(unseen).isEmpty();
                                }));
    }

    private static ChatRequest says(String message) {
        var body = "{'model':'m','messages':[" + message + "]}";
        return read(body);
    }

    @TestFactory
    Stream<DynamicTest> noWordOfAMessageIsLostInSilence() {
        var image =
                "{'role':'user','content':[{'type':'image_url','image_url':"
                        + "{'url':'data:image/png;base64,iVBORw0KGgo='%s}}]}";
        return targets()
                .map(target ->
                        DynamicTest.dynamicTest(
                                target.toString(),
                                () -> {
                                    var text = "{'role':'user','content':'hi'%s}";
                                    assertThat(
                                                    outcome(
                                                            target,
                                                            says(text.formatted("")),
                                                            says(text.formatted(",'name':'ann'"))))
                                            .isNotNull();
                                    assertThat(
                                                    outcome(
                                                            target,
                                                            says(image.formatted("")),
                                                            says(
                                                                    image.formatted(
                                                                            ",'detail':'low'"))))
                                            .isNotNull();
                                }));
    }

    private static boolean isUnseen(Target target, String wish) {
        var tools = wish.contains("'tools'") ? "'tools':" + TOOLS : "";
        return outcome(target, request(tools), request(wish)) == null;
    }

    private static boolean isUnseen(Target target, ReasoningWish wish) {
        var bare = request("");
        return outcome(target, bare, bare.withReasoning(wish)) == null;
    }

    /** Of the two one is what the target does anyway; the other has to be said or named. */
    @TestFactory
    Stream<DynamicTest> whetherThinkingIsSeenIsSaidOrNamed() {
        return targets()
                .map(target ->
                        DynamicTest.dynamicTest(
                                target.toString(),
                                () -> {
                                    var seen = request("").withReasoning(thinking(true));
                                    var hidden = request("").withReasoning(thinking(false));
                                    assertThat(
                                                    outcome(target, hidden, seen) != null
                                                            || outcome(target, seen, hidden)
                                                                    != null)
                                            .isTrue();
                                }));
    }

    private static ReasoningWish thinking(boolean visible) {
        return new ReasoningWish("high", null, visible);
    }

    @Test
    void aStrictCallIsRefusedWhereAWishForThinkingIsLost() {
        var losses = new Losses(Dialect.OPENAI_CHAT, true);

        assertThatThrownBy(() ->
                        new Target(Dialect.OPENAI_CHAT, "m")
                                .write(request("").withReasoning(thinking(true)), losses))
                .isInstanceOf(GatewayFailure.Unsupported.class)
                .hasMessageContaining("thinking.display");
    }
}
