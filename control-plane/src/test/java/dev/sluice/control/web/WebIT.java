package dev.sluice.control.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.ControlPlaneTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebIT extends ControlPlaneTest {
    private final HttpClient browser = HttpClient.newHttpClient();

    @Test
    void answersProbesToAnyone() throws Exception {
        assertThat(open("/healthz").statusCode()).isEqualTo(200);
        assertThat(open("/readyz").body()).contains("ready");
    }

    @Test
    void describesItsApi() throws Exception {
        var described = open("/v3/api-docs");

        assertThat(described.statusCode()).isEqualTo(200);
        assertThat(described.body())
                .contains(
                        List.of(
                                "/api/v1/config/apply",
                                "/api/v1/drafts/publish",
                                "/api/v1/keys",
                                "/api/v1/versions/{version}/rollback",
                                "/api/v1/audit"));
    }

    @Test
    void answersInOneErrorForm() {
        var unknown = admin().get("/api/v1/nothing");
        var broken = admin().send("POST", "/api/v1/config/plan", "{\"text\": ");
        var method = admin().send("PATCH", "/api/v1/versions", "{}");
        var number = admin().get("/api/v1/versions/x/diff");

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(broken.status()).isEqualTo(400);
        assertThat(method.status()).isEqualTo(404);
        assertThat(method.text()).contains("PATCH /api/v1/versions");
        assertThat(number.status()).isEqualTo(400);
        for (var answer : List.of(unknown, broken, method, number)) {
            assertThat(answer.json().path("error").path("code").asString())
                    .as(answer.text())
                    .isNotEmpty();
            assertThat(answer.text()).doesNotContain("Exception", "at dev.sluice", "trace");
        }
    }

    @Test
    void sendsPeopleToALoginForm() throws Exception {
        var answer = open("/somewhere");

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/login");
    }

    private HttpResponse<String> open(String path) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                BodyHandlers.ofString());
    }
}
