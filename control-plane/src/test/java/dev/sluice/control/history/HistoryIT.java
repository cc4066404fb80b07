package dev.sluice.control.history;

import static dev.sluice.control.testing.Sample.alias;
import static dev.sluice.control.testing.Sample.draft;
import static dev.sluice.control.testing.Sample.expect;
import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class HistoryIT extends ControlPlaneTest {
    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one");
    }

    @Test
    void tellsWhatChangedBetweenVersions() {
        draft(admin(), "alias/chat", alias("chat", 2));
        publish();
        draft(admin(), "alias/chat", alias("chat", 1));
        admin().delete("/api/v1/documents/alias/other");
        publish();

        var last = admin().get("/api/v1/versions/3/diff").json().path("changes");
        var all = admin().get("/api/v1/versions/3/diff?against=1").json().path("changes");

        assertThat(last)
                .extracting(it -> it.path("action").asString() + " " + it.path("path").asString())
                .containsExactly("update chat", "delete other");
        assertThat(all)
                .extracting(it -> it.path("action").asString() + " " + it.path("path").asString())
                .containsExactly("delete other");
        assertThat(admin().get("/api/v1/versions/9/diff").status()).isEqualTo(404);
    }

    @Test
    void goesBackInOneStep() {
        draft(admin(), "alias/chat", alias("chat", 2));
        draft(admin(), "tenant/two", Map.of("name", "two"));
        admin().delete("/api/v1/documents/alias/other");
        publish();

        var back = admin().post("/api/v1/versions/1/rollback", Map.of());

        assertThat(back.json().path("version").asLong()).isEqualTo(3);
        assertThat(admin().get("/api/v1/versions/3/diff?against=1").json().path("changes"))
                .isEmpty();
        assertThat(admin().get("/api/v1/documents/tenant/two").status()).isEqualTo(404);
        var newest = admin().get("/api/v1/versions").json().path("items").path(0);
        assertThat(newest.path("origin").asString()).isEqualTo("rollback");
        assertThat(newest.path("comment").asString()).isEqualTo("rollback to 1");
    }

    @Test
    void leavesKeysAsTheyAre() {
        issue(admin(), "one/bot/old", Map.of());
        expect(admin().post("/api/v1/keys/revoke", Map.of("path", "one/bot/old")), 200);
        issue(admin(), "one/bot/new", Map.of());
        draft(admin(), "alias/chat", alias("chat", 2));
        publish();

        expect(admin().post("/api/v1/versions/2/rollback", Map.of()), 200);

        assertThat(admin().get("/api/v1/keys?path=one").json().path("items"))
                .extracting(it -> it.path("path").asString())
                .containsExactly("one/bot/new");
    }

    @Test
    void endsKeysOnlyWhenToldSo() {
        draft(admin(), "app/one/late", Map.of("name", "late"));
        publish();
        issue(admin(), "one/late/prod", Map.of());

        var plan = admin().get("/api/v1/versions/1/rollback").json();
        var refused = admin().post("/api/v1/versions/1/rollback", Map.of());

        assertThat(plan.path("revokes"))
                .extracting(JsonNode::asString)
                .containsExactly("one/late/prod");
        assertThat(plan.path("changes"))
                .extracting(it -> it.path("action").asString() + " " + it.path("path").asString())
                .containsExactly("delete one/late", "delete one/late/prod");
        assertThat(refused.status()).isEqualTo(409);
        var error = refused.json().path("error");
        assertThat(error.path("code").asString()).isEqualTo("keys_would_end");
        assertThat(error.path("faults"))
                .extracting(it -> it.path("path").asString())
                .containsExactly("one/late/prod");
        assertThat(keysOf("one/late")).containsExactly("one/late/prod");

        expect(admin().post("/api/v1/versions/1/rollback", Map.of("revokeKeys", true)), 200);
        assertThat(admin().get("/api/v1/documents/app/one/late").status()).isEqualTo(404);
    }

    private List<String> keysOf(String path) {
        var paths = new ArrayList<String>();
        admin().get("/api/v1/keys?path=" + path)
                .json()
                .path("items")
                .forEach(it -> paths.add(it.path("path").asString()));
        return paths;
    }

    @Test
    void bringsAnUpstreamBackWithItsSecret() {
        draft(
                admin(),
                "upstream/second",
                Map.of(
                        "name", "second",
                        "provider", "deepseek",
                        "secrets", List.of(Map.of("name", "main", "value", "value-of-second"))));
        publish();
        admin().delete("/api/v1/documents/upstream/second");
        publish();
        draft(admin(), "upstream/third", Map.of("name", "third", "provider", "deepseek"));
        var again =
                admin().put(
                                "/api/v1/documents/upstream/second",
                                Map.of(
                                        "name", "second",
                                        "provider", "deepseek",
                                        "secrets", List.of(Map.of("name", "main"))));
        assertThat(again.text()).contains("has no value yet");

        expect(admin().post("/api/v1/versions/2/rollback", Map.of()), 200);

        assertThat(
                        database.sql(
                                        "select count(*) from upstream_secret"
                                                + " where upstream = 'second' and retired_at is null")
                                .query(Long.class)
                                .single())
                .isEqualTo(1);
        admin().delete("/api/v1/drafts");
    }

    @Test
    void keepsPricesThatHaveBegun() {
        draft(admin(), "model/m", priced("2026-01-01T00:00:00Z", "1.00"));
        publish();

        expect(admin().post("/api/v1/versions/1/rollback", Map.of()), 200);

        assertThat(admin().get("/api/v1/documents/model/m").text()).contains("2026-01-01");
    }

    private static Map<String, Object> priced(String from, String amount) {
        return Map.of(
                "name", "m",
                "upstream", "local",
                "prices", List.of(Map.of("from", from, "perMillion", Map.of("input", amount))));
    }

    private void publish() {
        expect(admin().post("/api/v1/drafts/publish", Map.of()), 200);
    }
}
