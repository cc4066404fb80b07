package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.model.route.Dialect;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Secrets that a node exchanges for tokens before an upstream sees them. */
class TokenIT {
    private static final String GOOD = "{\"access_token\":\"tok-1\",\"expires_in\":3600}";

    private final ScriptedUpstream upstream =
            new ScriptedUpstream().always(json(200, completion("hi", 3, 1)));
    private final ScriptedUpstream endpoint = new ScriptedUpstream().always(json(200, GOOD));
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private TestNode node;

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
        endpoint.close();
    }

    private void start(String provider, String credentials, OpenSecret... secrets) {
        var config =
                new TestConfig()
                        .upstream(
                                "up",
                                "\"provider\":\""
                                        + provider
                                        + "\",\"baseUrl\":\""
                                        + upstream.url()
                                        + "\""
                                        + credentials);
        node = new TestNode(config.secrets("up", secrets).chain("chat", "up"), () -> now);
    }

    private void startOauth(OpenSecret... secrets) {
        start(
                "azure-openai",
                ",\"credentials\":{\"type\":\"oauth-client\",\"tokenUrl\":\""
                        + endpoint.url()
                        + "/token\",\"clientAuth\":\"body\"}",
                secrets);
    }

    private static OpenSecret secret(String name, String value) {
        return new OpenSecret(name, value);
    }

    private String chat(int status) {
        var answer = node.chat(TestNode.chat("chat", ""));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body();
    }

    private String metrics() {
        return node.get(node.managementPort, "/metrics").body();
    }

    @Test
    void anyProviderIsShownATokenOfOauthAsABearer() {
        startOauth(secret("main", "id:hidden"));
        chat(200);
        chat(200);

        assertThat(endpoint.received()).hasSize(1);
        assertThat(endpoint.received().getFirst().text()).contains("client_secret=hidden");
        assertThat(upstream.received()).hasSize(2);
        var shown = upstream.received().getLast().headers();
        assertThat(shown).containsEntry("authorization", "Bearer tok-1");
        assertThat(shown.toString()).doesNotContain("hidden");
        assertThat(metrics()).contains("outcome=\"token\",upstream=\"up\"} 1.0");
    }

    @Test
    void aRefusedSecretIsTheGatewaysOwnTroubleAndRests() {
        endpoint.always(json(401, "{\"error\":\"invalid_client\",\"echo\":\"id:hidden\"}"));
        startOauth(secret("main", "id:hidden"));

        assertThat(chat(502))
                .contains("The token endpoint refuses the gateway's secret.")
                .doesNotContain("hidden", "invalid_client", endpoint.url());
        chat(502);
        chat(503);
        assertThat(endpoint.received()).hasSize(1);
        assertThat(upstream.received()).isEmpty();
        assertThat(metrics())
                .contains("outcome=\"refused\",upstream=\"up\"} 1.0")
                .contains("sluice_secrets_without_token 1.0");
    }

    @Test
    void anotherSecretServesWhereOneCannotBeExchanged() {
        endpoint.next(json(400, "{\"error\":\"unauthorized_client\"}"));
        startOauth(secret("a", "id:a"), secret("b", "id:b"));
        chat(200);
        chat(200);
        assertThat(endpoint.received()).hasSize(2);
    }

    @Test
    void aSecretInAnotherFormIsTold() {
        startOauth(secret("main", "hidden"));
        assertThat(chat(502)).contains("does not have the form").doesNotContain("hidden");
        assertThat(endpoint.received()).isEmpty();
    }

    @Test
    void aTokenThatIsOverBeforeItsTimeIsReplacedAndTheCallServed() {
        startOauth(secret("main", "id:hidden"));
        chat(200);
        now = now.plusSeconds(60);
        endpoint.always(json(200, GOOD.replace("tok-1", "tok-2")));
        upstream.next(json(401, "{\"error\":{\"message\":\"revoked\",\"code\":\"x\"}}"));
        chat(200);

        assertThat(endpoint.received()).hasSize(2);
        assertThat(upstream.received().getLast().headers())
                .containsEntry("authorization", "Bearer tok-2");
    }

    @Test
    void aNewTokenThatIsRefusedSaysSomethingOfTheSecret() {
        startOauth(secret("main", "id:hidden"));
        upstream.always(json(401, "{\"error\":{\"message\":\"no\",\"code\":\"x\"}}"));
        assertThat(chat(502)).contains("credential");
        assertThat(endpoint.received()).hasSize(1);
        assertThat(upstream.received()).hasSize(1);
    }

    @Test
    void qianfanShowsItsTokenInTheQuery() {
        start("qianfan-v1", "", secret("main", "key:hidden"));
        upstream.next(json(200, GOOD))
                .next(json(200, "{\"id\":\"1\",\"result\":\"hi\",\"is_end\":true}"));
        chat(200);

        assertThat(upstream.received().getFirst().path())
                .startsWith("/oauth/2.0/token?grant_type=client_credentials&client_id=key");
        assertThat(upstream.received().getLast().path()).contains("access_token=tok-1");
    }

    @Test
    void aServiceAccountSignsForItsToken() throws NoSuchAlgorithmException {
        var pair = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        var pem = Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded());
        var marks = "-----%s PRIVATE KEY-----";
        var file =
                """
                {
                  "client_email": "bot@example.com",
                  "token_uri": "%s/token",
                  "private_key": "%s"
                }
                """
                        .formatted(
                                endpoint.url(),
                                (marks.formatted("BEGIN") + pem + marks.formatted("END"))
                                        .replace("\r\n", "\\n"));
        start("vertex", "", secret("main", file));
        upstream.always(new ExamPaper(Dialect.GEMINI).text(ExamPaper.USED));
        chat(200);

        assertThat(endpoint.received().getFirst().text())
                .startsWith("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer");
        assertThat(upstream.received().getLast().headers())
                .containsEntry("authorization", "Bearer tok-1");
    }

    @Test
    void aRolesKeysSignTheCalls() {
        var expires = now.plus(Duration.ofHours(1));
        endpoint.always(
                typed(
                        200,
                        "text/xml",
                        "<R><Credentials><AccessKeyId>TEMP</AccessKeyId><SecretAccessKey>k"
                                + "</SecretAccessKey><SessionToken>session</SessionToken>"
                                + "<Expiration>"
                                + expires
                                + "</Expiration></Credentials></R>"));
        start(
                "bedrock",
                ",\"credentials\":{\"type\":\"aws-sts\",\"region\":\"eu-west-1\",\"roleArn\":"
                        + "\"arn:aws:iam::123456789012:role/r\",\"tokenUrl\":\""
                        + endpoint.url()
                        + "\"}",
                secret("main", "OWN:hidden"));
        upstream.always(new ExamPaper(Dialect.BEDROCK_CONVERSE).text(ExamPaper.USED));
        chat(200);
        chat(200);

        assertThat(endpoint.received()).hasSize(1);
        assertThat(endpoint.received().getFirst().headers().get("authorization"))
                .contains("Credential=OWN/", "/eu-west-1/sts/aws4_request");
        var shown = upstream.received().getLast().headers();
        assertThat(shown).containsEntry("x-amz-security-token", "session");
        assertThat(shown.get("authorization"))
                .contains("Credential=TEMP/", "/eu-west-1/bedrock/aws4_request");
    }
}
