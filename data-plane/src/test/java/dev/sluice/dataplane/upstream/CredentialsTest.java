package dev.sluice.dataplane.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.upstream.provider.auth.AwsSignature;
import dev.sluice.dataplane.upstream.provider.auth.Outgoing;
import dev.sluice.dataplane.upstream.provider.auth.QianfanExchange;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange.Token;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets that are exchanged or signed with before a provider sees them. */
class CredentialsTest {
    private final QianfanExchange exchange = new QianfanExchange();
    private final ExchangedTokens tokens = new ExchangedTokens();
    private final List<Promise<Token>> asked = new ArrayList<>();

    private Future<String> get(long now) {
        return tokens.get(
                exchange,
                "http://h:80",
                "a:b",
                now,
                () -> {
                    var promise = Promise.<Token>promise();
                    asked.add(promise);
                    return promise.future();
                });
    }

    @Test
    void asksOnceHoweverManyCallsWantIt() {
        var first = get(1000);
        var second = get(1000);
        asked.getFirst().complete(new Token("one", 100));
        assertThat(first.result()).isEqualTo("one");
        assertThat(second.result()).isEqualTo("one");
        assertThat(asked).hasSize(1);
    }

    @Test
    void fetchesAheadOfTheEndWhileTheOldOneServes() {
        get(1000);
        asked.getFirst().complete(new Token("one", 100));
        assertThat(get(1095).result()).isEqualTo("one");
        assertThat(asked).hasSize(2);
        asked.get(1).complete(new Token("two", 100));
        assertThat(get(1096).result()).isEqualTo("two");
    }

    @Test
    void fetchesAgainWhatIsOverOrRefused() {
        get(1000);
        asked.getFirst().complete(new Token("one", 100));
        var late = get(1100);
        assertThat(late.isComplete()).isFalse();
        asked.get(1).complete(new Token("two", 100));
        tokens.forget(exchange);
        get(1101);
        assertThat(asked).hasSize(3);
    }

    @Test
    void aFailureIsToldAndNotKept() {
        var first = get(1000);
        asked.getFirst().fail("no");
        assertThat(first.failed()).isTrue();
        get(1001);
        assertThat(asked).hasSize(2);
    }

    @Test
    void readsTheAnswerOfAnExchange() {
        assertThat(exchange.ask("https://h:443", "k e:s", 0).url())
                .isEqualTo(
                        "https://h:443/oauth/2.0/token?grant_type=client_credentials"
                                + "&client_id=k+e&client_secret=s");
        var answer = new JsonObject().put("access_token", "t").put("expires_in", 60);
        assertThat(exchange.read(answer)).isEqualTo(new Token("t", 60));
        assertThat(exchange.read(new JsonObject())).isNull();
        assertThat(exchange.isOver("111")).isTrue();
        assertThat(exchange.isOver("18")).isFalse();
    }

    @Test
    void signsForTheRegionOfTheHost() {
        var headers = MultiMap.caseInsensitiveMultiMap().add("content-type", "application/json");
        var out =
                new Outgoing(
                        "POST",
                        "bedrock-runtime.eu-west-1.amazonaws.com",
                        443,
                        "/model/a%3Ab/converse",
                        headers,
                        Buffer.buffer("{}"));
        new AwsSignature().authorize(out, "access:hidden:session");
        assertThat(headers.get("authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=access/")
                .contains("/eu-west-1/bedrock/aws4_request", "Signature=");
        assertThat(headers.get("x-amz-security-token")).isEqualTo("session");
        assertThat(headers.get("x-amz-date")).isNotEmpty();
        assertThat(headers.get("authorization")).doesNotContain("hidden");
    }

    @Test
    void showsAnApiKeyAsItIs() {
        var headers = MultiMap.caseInsensitiveMultiMap();
        new AwsSignature()
                .authorize(
                        new Outgoing("POST", "h", 443, "/", headers, Buffer.buffer("{}")), "key");
        assertThat(headers.get("authorization")).isEqualTo("Bearer key");
    }
}
