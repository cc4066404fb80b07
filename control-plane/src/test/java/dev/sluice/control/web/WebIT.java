package dev.sluice.control.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

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
                                "/api/v1/keys/short-lived",
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
    void refusesWhatItWouldOtherwiseOverlook() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "payments");

        var parameter = admin().get("/api/v1/usage/requests?tennant=payments");
        var tenant = admin().get("/api/v1/usage/requests?tenant=paymets");
        var report = admin().get("/api/v1/reports/monthly?month=2020-01&tenant=nobody");
        var date = admin().get("/api/v1/usage/requests?from=2026-11-30");

        assertThat(parameter.status()).isEqualTo(400);
        assertThat(parameter.text())
                .contains("there is no parameter 'tennant' here; did you mean 'tenant'?")
                .contains("traceId");
        assertThat(tenant.status()).isEqualTo(400);
        assertThat(tenant.text()).contains("did you mean 'payments'?");
        assertThat(report.status()).isEqualTo(400);
        assertThat(report.text()).contains("known are: payments");
        assertThat(date.status()).isEqualTo(400);
        assertThat(date.text()).contains("write it like 2026-11-30T08:00:00Z");
        assertThat(admin().get("/api/v1/usage/requests?tenant=payments").status()).isEqualTo(200);
    }

    @Test
    void namesNoClassesInFaultsOfABody() {
        var list = admin().send("POST", "/api/v1/config/plan", "{\"text\": [1]}");
        var number = admin().send("POST", "/api/v1/config/plan", "{\"adopt\": 3}");

        assertThat(list.text()).contains("must be a text").doesNotContain("java.");
        assertThat(number.text()).contains("must be a list").doesNotContain("java.");
    }

    @Test
    void saysNothingAboutClientsThatLeft() {
        var left = new AsyncRequestNotUsableException("ServletOutputStream failed to write");

        assertThat(new ErrorAdvice().other(left)).isNull();
        assertThat(new ErrorAdvice().other(new IllegalStateException("a fault of our own")))
                .isNotNull();
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
