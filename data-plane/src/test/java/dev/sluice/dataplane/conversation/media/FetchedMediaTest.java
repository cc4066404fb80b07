package dev.sluice.dataplane.conversation.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.media.FetchedMedia.Medium;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FetchedMediaTest {
    private static final String IMAGE = "https://a.example/cat.png";
    private static final String FILE = "https://a.example/cat.pdf";
    private static final Set<Kind> BOTH = Set.of(Kind.IMAGE, Kind.DOCUMENT);
    private static final FetchedMedia FETCHED =
            new FetchedMedia(
                    Map.of(
                            IMAGE, new Medium("image/png", "iVBORw0KGgo="),
                            FILE, new Medium("application/pdf", "JVBERi0xLjcK")));

    private static String block(String type, String url) {
        return "{\"type\":\"" + type + "\",\"source\":{\"type\":\"url\",\"url\":\"" + url + "\"}}";
    }

    /** In the words of a dialect that takes every kind by address. */
    private static ChatRequest request(String... blocks) {
        var body =
                "{\"model\":\"a\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":["
                        + String.join(",", blocks)
                        + "]}]}";
        return Codecs.of(Dialect.ANTHROPIC)
                .requests()
                .read(
                        Door.of(Dialect.ANTHROPIC, Operation.CHAT),
                        JsonFields.scan(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean says(Dialect dialect, ChatRequest request) {
        try {
            Codecs.of(dialect)
                    .requests()
                    .write(
                            request,
                            new RequestTarget("m", null, null, null, false),
                            new Losses(dialect, false));
            return true;
        } catch (GatewayFailure.Unsupported refused) {
            return false;
        }
    }

    @Test
    void findsAddressesAlsoInToolResults() {
        var result =
                "{\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"content\":["
                        + block("image", IMAGE)
                        + "]}";

        var found =
                FetchedMedia.addresses(
                        request(result, block("document", FILE), block("image", IMAGE)), BOTH);

        assertThat(found.keySet()).containsExactly(IMAGE, FILE);
        assertThat(FetchedMedia.addresses(request(block("document", FILE)), Set.of(Kind.IMAGE)))
                .isEmpty();
    }

    @Test
    void putsBytesWhereTheAddressesWere() {
        var request = request(block("image", IMAGE), block("document", FILE));

        var whole = FETCHED.into(request, BOTH);

        assertThat(FetchedMedia.addresses(whole, BOTH)).isEmpty();
        assertThat(FETCHED.into(request, Set.of(Kind.IMAGE)).messages().getFirst().parts().get(1))
                .isEqualTo(request.messages().getFirst().parts().get(1));
    }

    /** Whoever refuses an address but says the bytes must have told that bytes are wanted. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GRPC_OIP")
    void everyDialectTellsWhatItTakesAsBytesAlone(Dialect dialect) {
        var wanted = Codecs.of(dialect).requests().inlineOnly();
        for (var kind : BOTH) {
            var request =
                    kind == Kind.IMAGE
                            ? request(block("image", IMAGE))
                            : request(block("document", FILE));
            var whole = FETCHED.into(request, BOTH);

            if (says(dialect, whole) && !says(dialect, request)) {
                assertThat(wanted).as(dialect + " " + kind).contains(kind);
            }
            if (wanted.contains(kind)) {
                assertThat(says(dialect, whole)).as(dialect + " " + kind).isTrue();
            }
        }
    }
}
