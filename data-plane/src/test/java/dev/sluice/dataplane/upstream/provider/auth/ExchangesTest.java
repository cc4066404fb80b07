package dev.sluice.dataplane.upstream.provider.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.upstream.provider.auth.TokenExchange.Token;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.TokenSource;
import dev.sluice.model.route.TokenSource.Type;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What token endpoints are asked, and what is taken of their answers. */
class ExchangesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String ROLE = "arn:aws:iam::123456789012:role/caller";
    private static final String STS =
            "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">"
                    + "<AssumeRoleResult><Credentials><AccessKeyId>AK</AccessKeyId>"
                    + "<SecretAccessKey>s/k+=</SecretAccessKey><SessionToken> st== </SessionToken>"
                    + "<Expiration>2026-01-01T01:00:00Z</Expiration></Credentials>"
                    + "</AssumeRoleResult></AssumeRoleResponse>";

    private static TokenExchange exchange(String json) {
        return Exchanges.of(SluiceJson.read(json, TokenSource.class));
    }

    private static TokenExchange oauth(String more) {
        return exchange("{\"type\":\"oauth-client\",\"tokenUrl\":\"https://h/t\"" + more + "}");
    }

    private static TokenExchange sts(String more) {
        return exchange("{\"type\":\"aws-sts\",\"roleArn\":\"" + ROLE + "\"" + more + "}");
    }

    @ParameterizedTest
    @EnumSource(Type.class)
    void everyTypeHasItsExchange(Type type) {
        assertThat(Exchanges.of(type).source().type()).isEqualTo(type);
        assertThat(Exchanges.of(type)).isEqualTo(Exchanges.of(type));
    }

    @Test
    void aClientShowsItselfInTheHeader() {
        var ask = oauth(",\"scope\":\"a b\",\"audience\":\"x\"").ask("https://r", "i d:s:1", NOW);

        assertThat(ask.url()).isEqualTo("https://h/t");
        assertThat(ask.form()).isEqualTo("grant_type=client_credentials&scope=a+b&audience=x");
        var basic = ask.headers().get("authorization").substring("Basic ".length());
        assertThat(new String(Base64.getDecoder().decode(basic), StandardCharsets.US_ASCII))
                .isEqualTo("i+d:s%3A1");
    }

    @Test
    void aClientShowsItselfInTheBodyWhereItIsToldTo() {
        var ask = oauth(",\"clientAuth\":\"body\"").ask("https://r", "id:a&b", NOW);

        assertThat(ask.headers()).isEmpty();
        assertThat(ask.form())
                .isEqualTo("grant_type=client_credentials&client_id=id&client_secret=a%26b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alone", ":secret", "id:", ""})
    void aPairMustBeOne(String secret) {
        assertThatThrownBy(() -> oauth("").ask("https://r", secret, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("alone");
    }

    @Test
    void readsTokensAsServersWriteThem() {
        var oauth = oauth("");
        assertThat(oauth.read("{\"access_token\":\"t\",\"expires_in\":60}", NOW))
                .isEqualTo(new Token("t", 60));
        assertThat(oauth.read("{\"access_token\":\"t\",\"expires_in\":\"3599\"}", NOW))
                .isEqualTo(new Token("t", 3599));
        assertThat(oauth.read("{\"access_token\":\"t\",\"token_type\":\"bearer\"}", NOW))
                .isEqualTo(new Token("t", 300));
        assertThat(oauth.read("{\"access_token\":\"t\",\"expires_in\":1e300}", NOW))
                .isEqualTo(new Token("t", 366 * 86_400));
        assertThat(Exchanges.of(Type.QIANFAN).read("{\"access_token\":\"t\"}", NOW))
                .isEqualTo(new Token("t", 86_400));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "{\"access_token\":\"\"}",
                "{\"access_token\":{\"a\":1}}",
                "{\"access_token\":\"a\\r\\nx-evil: 1\"}",
                "{\"access_token\":\"t\",\"expires_in\":0}",
                "{\"access_token\":\"t\",\"expires_in\":-5}",
                "{\"access_token\":\"t\",\"expires_in\":\"soon\"}",
                "{\"access_token\":\"t\",\"expires_in\":\"NaN\"}",
                "{\"access_token\":\"t\",\"token_type\":\"mac\"}"
            })
    void oddAnswersHoldNoToken(String answer) {
        assertThat(oauth("").read(answer, NOW)).isNull();
    }

    @Test
    void qianfanIsAskedInTheQuery() {
        var qianfan = Exchanges.of(Type.QIANFAN);

        assertThat(qianfan.ask("https://h:443", "k e:s", NOW).url())
                .isEqualTo(
                        "https://h:443/oauth/2.0/token?grant_type=client_credentials"
                                + "&client_id=k+e&client_secret=s");
        assertThat(qianfan.isNeeded("token")).isFalse();
        assertThat(qianfan.isOver(200, "111")).isTrue();
        assertThat(qianfan.isOver(200, "18")).isFalse();
        assertThat(qianfan.isOver(200, null)).isFalse();
    }

    @Test
    void assumesARoleWithASignedRequest() {
        var ask =
                sts(",\"externalId\":\"ext\"")
                        .ask("https://bedrock-runtime.eu-west-1.amazonaws.com:443", "AK:sk", NOW);

        assertThat(ask.url()).isEqualTo("https://sts.eu-west-1.amazonaws.com/");
        assertThat(ask.form())
                .contains("Action=AssumeRole&", "RoleArn=arn%3Aaws", "ExternalId=ext")
                .doesNotContain("sk");
        assertThat(ask.headers().get("authorization"))
                .contains("Credential=AK/", "/eu-west-1/sts/aws4_request", "Signature=")
                .doesNotContain("sk");
    }

    @Test
    void assumesARoleWithAnIdentityToken() {
        var ask = sts(",\"region\":\"cn-north-1\"").ask("https://h:1", "eyJ.a.b", NOW);

        assertThat(ask.url()).isEqualTo("https://sts.cn-north-1.amazonaws.com.cn/");
        assertThat(ask.form())
                .contains("Action=AssumeRoleWithWebIdentity", "WebIdentityToken=eyJ.a.b");
        assertThat(ask.headers()).doesNotContainKey("authorization");
    }

    @Test
    void readsTheKeysOfARole() {
        assertThat(sts("").read(STS, NOW)).isEqualTo(new Token("AK:s/k+=:st==", 3600));
        assertThat(sts("").read(STS, NOW.plusSeconds(3600))).isNull();
        assertThat(sts("").read(STS.replace("SessionToken", "Other"), NOW)).isNull();
        assertThat(sts("").read("<html>", NOW)).isNull();
        assertThat(sts("").read("{}", NOW)).isNull();
        assertThat(sts("").read("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///\">]><a>&e;</a>", NOW))
                .isNull();
        assertThat(sts("").isOver(403, "ExpiredTokenException")).isTrue();
        assertThat(sts("").isOver(403, "AccessDeniedException")).isFalse();
    }

    private static Outgoing out(String host, String region) {
        return new Outgoing(
                "POST",
                host,
                443,
                "/model/a%3Ab/converse",
                region,
                MultiMap.caseInsensitiveMultiMap().add("content-type", "application/json"),
                Buffer.buffer("{}"));
    }

    @Test
    void signsForTheRegionOfTheHostUnlessToldOtherwise() {
        var out = out("bedrock-runtime.eu-west-1.amazonaws.com", null);
        new AwsSignature("bedrock").authorize(out, "access:hidden:session");
        assertThat(out.headers().get("authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=access/")
                .contains("/eu-west-1/bedrock/aws4_request", "Signature=")
                .doesNotContain("hidden");
        assertThat(out.headers().get("x-amz-security-token")).isEqualTo("session");
        assertThat(out.headers().get("x-amz-date")).isNotEmpty();

        var behindAProxy = out("models.example.com", "ap-southeast-2");
        new AwsSignature("bedrock").authorize(behindAProxy, "access:hidden");
        assertThat(behindAProxy.headers().get("authorization")).contains("/ap-southeast-2/");
    }

    @Test
    void showsAnApiKeyAsItIs() {
        var out = out("h", null);
        new AwsSignature("bedrock").authorize(out, "key");
        assertThat(out.headers().get("authorization")).isEqualTo("Bearer key");
    }
}
