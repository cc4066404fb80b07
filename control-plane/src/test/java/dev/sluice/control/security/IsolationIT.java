package dev.sluice.control.security;

import static dev.sluice.control.testing.Sample.alias;
import static dev.sluice.control.testing.Sample.issue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may do what, as one table: tenants never see each other, not even that there is another. */
class IsolationIT extends ControlPlaneTest {
    private static final Map<String, Object> BUDGET =
            Map.of("budgets", List.of(Map.of("amount", "0.50")));

    /** Asked of everyone; own = of tenant "one", foreign = of tenant "two". */
    private static final List<Request> REQUESTS =
            List.of(
                    new Request("GET", "/api/v1/me", null, "200 200 200 200 200"),
                    new Request("GET", "/api/v1/documents/tenant/one", null, "200 200 200 200 200"),
                    new Request("GET", "/api/v1/documents/tenant/two", null, "200 404 404 200 200"),
                    new Request(
                            "GET", "/api/v1/documents/app/two/bot", null, "200 404 404 200 200"),
                    new Request(
                            "GET",
                            "/api/v1/documents/key/two/bot/prod",
                            null,
                            "200 404 404 200 200"),
                    new Request(
                            "GET", "/api/v1/documents/upstream/local", null, "200 404 404 200 200"),
                    new Request("GET", "/api/v1/keys?path=one", null, "200 200 200 200 200"),
                    new Request("GET", "/api/v1/keys?path=two", null, "200 404 404 200 200"),
                    new Request("GET", "/api/v1/keys?path=none", null, "200 404 404 200 200"),
                    new Request(
                            "GET", "/api/v1/keys/aliases?app=two/bot", null, "200 404 404 200 200"),
                    new Request("GET", "/api/v1/versions", null, "200 403 403 200 200"),
                    new Request("GET", "/api/v1/versions/1/diff", null, "200 403 403 200 200"),
                    new Request("GET", "/api/v1/audit", null, "200 200 403 403 200"),
                    new Request("GET", "/api/v1/users", null, "200 200 403 403 403"),
                    new Request("GET", "/api/v1/tokens", null, "200 200 200 200 200"),
                    new Request("GET", "/api/v1/config/export", null, "200 403 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/config/apply",
                            Map.of("text", "x"),
                            "422 403 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/config/plan",
                            Map.of("text", "x"),
                            "422 403 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/versions/99/rollback",
                            Map.of(),
                            "404 403 403 403 403"),
                    new Request(
                            "PUT",
                            "/api/v1/documents/alias/chat",
                            alias("chat", 1),
                            "200 404 403 403 403"),
                    new Request(
                            "PUT",
                            "/api/v1/documents/tenant/one",
                            Map.of("name", "one"),
                            "200 403 403 403 403"),
                    new Request(
                            "PUT",
                            "/api/v1/documents/app/one/bot",
                            Map.of("name", "bot", "aliases", List.of("chat")),
                            "200 200 403 403 403"),
                    new Request(
                            "PUT",
                            "/api/v1/documents/app/two/bot",
                            Map.of("name", "bot"),
                            "200 404 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/keys/suspend",
                            Map.of("path", "one/bot/prod"),
                            "200 200 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/keys/resume",
                            Map.of("path", "two/bot/prod"),
                            "200 404 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/keys/revoke",
                            Map.of("path", "two/bot/none"),
                            "404 404 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/keys/short-lived",
                            Map.of("parent", "one/bot/prod", "ttl", "1m", "rules", BUDGET),
                            "201 201 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/keys/short-lived",
                            Map.of("parent", "two/bot/prod", "ttl", "1m", "rules", BUDGET),
                            "201 404 403 403 403"),
                    new Request(
                            "POST",
                            "/api/v1/keys",
                            Map.of("path", "two/bot/prod"),
                            "409 404 403 403 403"));

    private record Request(String method, String path, Object body, String statuses) {}

    @BeforeEach
    void sample() {
        CleanConfig.reset(database);
        Sample.publish(admin(), "one", "two");
        issue(admin(), "one/bot/prod", Map.of());
        issue(admin(), "two/bot/prod", Map.of());
    }

    @Test
    void holdsForEveryRoleAndRequest() {
        var people =
                List.of(
                        admin(),
                        token(user("tenant-admin", "one")),
                        token(user("member", "one")),
                        token(Map.of("name", "f", "roles", List.of("finance"))),
                        token(Map.of("name", "a", "roles", List.of("auditor"))));

        for (var request : REQUESTS) {
            var statuses =
                    people.stream()
                            .map(person -> Integer.toString(status(person, request)))
                            .toList();
            assertThat(String.join(" ", statuses))
                    .as(request.method() + " " + request.path())
                    .isEqualTo(request.statuses());
        }
    }

    private static int status(Rest person, Request request) {
        return switch (request.method()) {
            case "GET" -> person.get(request.path()).status();
            case "PUT" -> person.put(request.path(), request.body()).status();
            default -> person.post(request.path(), request.body()).status();
        };
    }

    @Test
    void listsOnlyWhatIsOnesOwn() {
        var lead = token(user("tenant-admin", "one"));

        assertThat(lead.get("/api/v1/documents/tenant").json().path("items")).hasSize(1);
        assertThat(lead.get("/api/v1/documents/key").text())
                .contains("one/bot/prod")
                .doesNotContain("two/");
        assertThat(lead.get("/api/v1/documents/upstream").json().path("items")).isEmpty();
        assertThat(lead.get("/api/v1/audit").text())
                .contains("one/bot/prod")
                .doesNotContain("two/");
        assertThat(lead.get("/api/v1/audit?tenant=two").json().path("items")).isEmpty();
        assertThat(lead.get("/api/v1/users").text()).doesNotContain("\"admin\"");
    }

    @Test
    void letsATeamHelpItselfWithinItsBounds() {
        var lead = token(user("tenant-admin", "one"));

        issue(lead, "one/bot/prod/alice", Map.of("aliases", List.of("chat")));
        var wider =
                lead.post(
                        "/api/v1/keys",
                        Map.of(
                                "path",
                                "one/bot/prod/bob",
                                "rules",
                                Map.of("aliases", List.of("other"))));

        assertThat(wider.status()).isEqualTo(422);
        var colleague = user("member", "one");
        assertThat(lead.post("/api/v1/users", named(colleague)).status()).isEqualTo(201);
        assertThat(lead.post("/api/v1/users", named(user("member", "two"))).status())
                .isEqualTo(403);
        assertThat(
                        lead.post(
                                        "/api/v1/users",
                                        named(Map.of("roles", List.of("platform-admin"))))
                                .status())
                .isEqualTo(403);
    }

    @Test
    void turnsAwayWhoeverHasNoValidToken() {
        var nobody = as("sat_nobody");

        var answer = nobody.get("/api/v1/me");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.json().path("error").path("code").asString())
                .isEqualTo("unauthenticated");
        var person = token(user("member", "one"));
        database.sql("update app_user set enabled = false where name like 'member-%'").update();
        assertThat(person.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void endsATokenByItsOwner() {
        var person = token(user("member", "one"));
        var made = person.post("/api/v1/tokens", Map.of("name", "ci"));
        var fresh = as(made.json().path("secret").asString());
        assertThat(fresh.get("/api/v1/me").status()).isEqualTo(200);
        assertThat(person.get("/api/v1/tokens").text())
                .doesNotContain(made.json().path("secret").asString());

        assertThat(admin().delete("/api/v1/tokens/" + made.json().path("id").asString()).status())
                .isEqualTo(404);
        assertThat(person.delete("/api/v1/tokens/" + made.json().path("id").asString()).status())
                .isEqualTo(204);

        assertThat(fresh.get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void keepsTheLastPlatformAdmin() {
        database.sql("delete from app_user where name <> 'admin'").update();
        var id = admin().get("/api/v1/me").json().path("id").asString();

        assertThat(admin().delete("/api/v1/users/" + id).status()).isEqualTo(409);
        assertThat(admin().get("/api/v1/me").status()).isEqualTo(200);
    }

    private static Map<String, Object> user(String role, String tenant) {
        return Map.of("name", role, "roles", List.of(role), "tenant", tenant);
    }

    private static Map<String, Object> named(Map<String, Object> user) {
        var form = new java.util.HashMap<>(user);
        form.put("name", "u-" + java.util.UUID.randomUUID());
        form.put("password", java.util.UUID.randomUUID().toString());
        return form;
    }
}
