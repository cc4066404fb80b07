package dev.sluice.control.drafts;

import static dev.sluice.control.testing.Sample.alias;
import static dev.sluice.control.testing.Sample.draft;
import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DraftsIT extends ControlPlaneTest {
    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one");
    }

    @Test
    void publishesADraftAsOneVersion() {
        draft(admin(), "alias/chat", alias("chat", 3));
        draft(admin(), "alias/more", alias("more", 1));

        var diff = admin().get("/api/v1/drafts/diff").json().path("changes");
        assertThat(diff).hasSize(2);
        assertThat(diff.path(0).path("change").path("detail").asString())
                .isEqualTo("targets[0].weight: 1 → 3");
        var published = admin().post("/api/v1/drafts/publish", Map.of("comment", "more chat"));

        assertThat(published.json().path("version").asLong()).isEqualTo(2);
        assertThat(admin().get("/api/v1/drafts/diff").json().path("changes")).isEmpty();
        var newest = admin().get("/api/v1/versions").json().path("items").path(0);
        assertThat(newest.path("comment").asString()).isEqualTo("more chat");
        assertThat(newest.path("author").asString()).isEqualTo("admin");
        assertThat(newest.path("origin").asString()).isEqualTo("draft");
    }

    @Test
    void namesFaultsWithTheirPlace() {
        var misspelt =
                admin().put("/api/v1/documents/alias/x", Map.of("name", "x", "targts", List.of()));

        assertThat(misspelt.status()).isEqualTo(422);
        var faults = misspelt.json().path("error").path("faults");
        assertThat(faults.path(0).path("path").asString()).isEqualTo("targts");
        assertThat(faults.path(0).path("message").asString()).contains("did you mean 'targets'");
        draft(admin(), "alias/x", Map.of("name", "x", "targets", List.of(Map.of("model", "gone"))));
        var broken = admin().post("/api/v1/drafts/publish", Map.of());
        assertThat(broken.status()).isEqualTo(422);
        assertThat(broken.text()).contains("alias/x targets[0].model", "there is no model 'gone'");
        admin().delete("/api/v1/drafts");
    }

    @Test
    void staysValidWhileOthersPublishSomethingElse() {
        draft(admin(), "alias/chat", alias("chat", 5));

        issue(admin(), "one/bot/prod", Map.of());

        assertThat(admin().post("/api/v1/drafts/publish", Map.of()).status()).isEqualTo(200);
        assertThat(admin().get("/api/v1/documents/key/one/bot/prod").status()).isEqualTo(200);
    }

    @Test
    void isRefusedWhereSomebodyElseChangedTheSame() {
        draft(admin(), "alias/chat", alias("chat", 5));
        var other = token(Map.of("name", "second", "roles", List.of("platform-admin")));
        draft(other, "alias/chat", alias("chat", 6));
        other.post("/api/v1/drafts/publish", Map.of());

        var refused = admin().post("/api/v1/drafts/publish", Map.of());

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text()).contains("draft_conflict", "alias/chat");
        assertThat(
                        admin().get("/api/v1/drafts/diff")
                                .json()
                                .path("changes")
                                .path(0)
                                .path("conflict")
                                .asBoolean())
                .isTrue();
        draft(admin(), "alias/chat", alias("chat", 5));
        assertThat(admin().post("/api/v1/drafts/publish", Map.of()).status()).isEqualTo(200);
    }

    @Test
    void neverShowsASecret() {
        draft(
                admin(),
                "upstream/second",
                Map.of(
                        "name", "second",
                        "provider", "deepseek",
                        "secrets",
                                List.of(
                                        Map.of(
                                                "name",
                                                "main",
                                                "value",
                                                "plain-value-of-the-second"))));
        var drafted = admin().get("/api/v1/documents/upstream/second").text();
        admin().post("/api/v1/drafts/publish", Map.of());
        var published = admin().get("/api/v1/documents/upstream/second");

        assertThat(drafted + published.text() + admin().get("/api/v1/audit").text())
                .doesNotContain("plain-value", "sealed");
        assertThat(published.json().path("secrets").path("main").asString()).isEqualTo("plai…cond");
        // What was shown may be sent back: the stored secret stays.
        assertThat(
                        admin().put(
                                        "/api/v1/documents/upstream/second",
                                        published.json().path("body"))
                                .status())
                .isEqualTo(200);
        assertThat(admin().get("/api/v1/drafts/diff").json().path("changes")).isEmpty();
        assertThat(
                        database.sql(
                                        "select count(*) from upstream_secret where sealed like '%plain%'")
                                .query(Long.class)
                                .single())
                .isZero();
    }

    @Test
    void removesAnAppWithItsKeys() {
        issue(admin(), "one/bot/prod", Map.of());
        issue(admin(), "one/bot/prod/alice", Map.of());
        admin().delete("/api/v1/documents/app/one/bot");

        assertThat(admin().get("/api/v1/drafts/diff").json().path("changes")).hasSize(3);
        assertThat(admin().post("/api/v1/drafts/publish", Map.of()).status()).isEqualTo(200);

        assertThat(admin().get("/api/v1/keys?path=one").json().path("items")).isEmpty();
        assertThat(
                        database.sql("select count(*) from app_key where state = 'revoked'")
                                .query(Long.class)
                                .single())
                .isEqualTo(2);
    }

    @Test
    void leavesWhatAFileManagesToTheFile() {
        CleanConfig.reset(database);
        admin().apply(
                        """
                        apiVersion: sluice/v1
                        upstreams: [{name: filed, provider: deepseek}]
                        """);

        var answer =
                admin().put(
                                "/api/v1/documents/upstream/filed",
                                Map.of("name", "filed", "provider", "openai"));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text()).contains("managed_by_file", "test.yaml");
    }

    @Test
    void isLeftAloneByAFileUnlessItAdopts() {
        var file =
                """
                apiVersion: sluice/v1
                upstreams: [{name: local, provider: vllm, baseUrl: http://127.0.0.1:10/v1,
                             secrets: [{name: main}]}]
                """;

        var refused = admin().apply(file);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("--adopt upstream/local");
        var adopted = admin().apply(file, "upstream/local");

        assertThat(adopted.status()).as(adopted.text()).isEqualTo(200);
        assertThat(
                        admin().get("/api/v1/documents/upstream/local")
                                .json()
                                .path("managedBy")
                                .asString())
                .isEqualTo("file");
        assertThat(admin().get("/api/v1/documents/model/m").json().path("managedBy").asString())
                .isEqualTo("console");
        var gone = admin().apply("apiVersion: sluice/v1\n");
        assertThat(gone.status()).isEqualTo(422);
        assertThat(gone.text())
                .contains("model/m upstream".split(" ")[0], "was made in the console");
    }
}
