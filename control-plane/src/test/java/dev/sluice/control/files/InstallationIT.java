package dev.sluice.control.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import dev.sluice.control.testing.Topic;
import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigPart;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a config says of doors: the proxies that are believed, and the pages that may call. */
class InstallationIT extends ControlPlaneTest {
    private static final String FILE =
            """
            apiVersion: sluice/v1
            trustedProxies: [127.0.0.0/8, 10.0.0.0/8]
            tenants:
              - name: shop
                apps:
                  - {name: web, cors: {origins: ["https://shop.example"]}}
            """;

    @BeforeEach
    void nothingPublished() {
        CleanConfig.reset(database);
    }

    @Test
    void publishesBothAndGivesThemBack() {
        try (var parts = new Topic(Topics.CONFIG_PARTS)) {
            assertThat(admin().apply(FILE).status()).isEqualTo(200);
            var exported = admin().get("/api/v1/config/export").text();

            assertThat(exported).contains("trustedProxies:", "https://shop.example");
            assertThat(admin().plan(exported).json().path("changes")).isEmpty();
            Awaitility.await()
                    .untilAsserted(() -> {
                        assertThat(catalogue(parts).trustedProxies())
                                .containsExactly("127.0.0.0/8", "10.0.0.0/8");
                        assertThat(tenant(parts).apps().getFirst().originsOrNone())
                                .containsExactly("https://shop.example");
                    });
        }
    }

    @Test
    void makesAVersionOfOtherProxiesAloneAndGoesBack() {
        admin().apply(FILE);
        var other = FILE.replace(", 10.0.0.0/8", "");

        assertThat(admin().plan(other).json().path("changes"))
                .singleElement()
                .satisfies(line ->
                        assertThat(line.path("detail").asString())
                                .isEqualTo("[127.0.0.0/8, 10.0.0.0/8] → [127.0.0.0/8]"));
        assertThat(admin().apply(other).json().path("version").asLong()).isEqualTo(2);
        assertThat(admin().apply(other).json().path("version").asLong()).isEqualTo(2);
        assertThat(admin().get("/api/v1/versions/2/diff").text()).contains("trustedProxies");
        assertThat(admin().get("/api/v1/audit?kind=installation").json().path("items"))
                .isNotEmpty();

        Sample.expect(admin().post("/api/v1/versions/1/rollback", Map.of()), 200);

        assertThat(admin().get("/api/v1/config/export").text()).contains("10.0.0.0/8");
    }

    @Test
    void refusesWhatIsNeitherNetworkNorOrigin() {
        var broken = FILE.replace("10.0.0.0/8", "proxy.example").replace("https://shop", "*.shop");

        assertThat(admin().apply(broken).text())
                .contains("trustedProxies[1]", "tenants[0].apps[0].cors.origins[0]");
    }

    @Test
    void auditsWhoStandsBehindATrustedProxy() throws Exception {
        admin().apply(FILE);
        changeThrough("203.0.113.7, 10.0.0.1", "told");
        admin().apply(FILE.replace("127.0.0.0/8, ", ""));
        changeThrough("203.0.113.8", "made-up");

        var audit = admin().get("/api/v1/audit?kind=user").text();
        assertThat(audit).contains("203.0.113.7").doesNotContain("203.0.113.8");
    }

    private void changeThrough(String forwarded, String user) throws IOException {
        var body =
                SluiceJson.mapper()
                        .writeValueAsString(
                                Map.of(
                                        "name",
                                        user + "-" + System.nanoTime(),
                                        "password",
                                        ADMIN_PASSWORD,
                                        "roles",
                                        List.of("auditor")));
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/users"))
                        .header("Authorization", "Bearer " + ADMIN_TOKEN)
                        .header("Content-Type", "application/json")
                        .header("X-Forwarded-For", forwarded)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try {
            var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static ConfigPart.Catalogue catalogue(Topic parts) {
        return newest(parts, ConfigPart.Catalogue.class);
    }

    private static ConfigPart.TenantPart tenant(Topic parts) {
        return newest(parts, ConfigPart.TenantPart.class);
    }

    private static <T extends ConfigPart> T newest(Topic parts, Class<T> type) {
        return parts.read().values().stream()
                .map(json -> SluiceJson.mapper().readValue(json, ConfigPart.class))
                .filter(type::isInstance)
                .map(type::cast)
                .reduce((older, newer) -> newer)
                .orElseThrow(() -> new AssertionError("no such part yet"));
    }
}
