package dev.sluice.control.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.control.testing.Rest.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OddInputIT extends ControlPlaneTest {
    private static void isRefused(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().path("error").path("code").asString())
                .as(answer.text())
                .isNotEmpty();
        assertThat(answer.text()).doesNotContain("Exception", "at dev.sluice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/usage/requests?tenant=a%00b",
                "/api/v1/usage/requests?tenant=%ff%fe",
                "/api/v1/usage/requests?tenant=%ed%a0%80",
                "/api/v1/usage/requests?from=%2B999999999-01-01T00:00:00Z",
                "/api/v1/usage/requests?from=-999999999-01-01T00:00:00Z",
                "/api/v1/usage/requests?to=%2B1000000000-12-31T23:59:59Z",
                "/api/v1/usage/requests?to=%2B10000-01-01T00:00:00Z",
                "/api/v1/usage/requests?from=1969-12-31T23:59:59Z",
                "/api/v1/reports/monthly?month=%2B999999999-12",
                "/api/v1/reports/monthly?month=-0001-01",
                "/api/v1/reports/monthly?month=2026-11&tenant=%00",
                "/api/v1/audit?path=%00",
                "/api/v1/audit?from=%2B999999999-01-01T00:00:00Z",
                "/api/v1/budgets?tenant=%00",
                "/api/v1/keys?path=%00",
                "/api/v1/keys/aliases?app=%00",
                "/api/v1/documents/app?below=%00",
                "/api/v1/documents/app/acme%2fopen",
                "/api/v1/documents/app/..%2f..%2fx",
                "/api/v1/documents/app/a%00b",
                "/api/v1/documents/app/%ff",
                "/api//v1/budgets",
                "/api/v1/budgets;x=1",
            })
    void refusesOddQueriesAndPaths(String path) {
        isRefused(admin().get(path), 400);
    }

    @Test
    void refusesDaysThatNoTableHas() {
        isRefused(
                admin().send(
                                "POST",
                                "/api/v1/usage/replays",
                                "{\"from\":\"+999999999-12-31\",\"to\":\"2025-01-01\"}"),
                400);
    }

    @Test
    void keepsToOneErrorFormForOddMethods() {
        isRefused(admin().send("TRACE", "/api/v1/budgets", null), 405);
    }

    @Test
    void refusesTokensThatCannotBeStored() {
        isRefused(admin().post("/api/v1/tokens", Map.of("name", "\0")), 400);
        isRefused(admin().send("POST", "/api/v1/tokens", "{\"name\": \"a\\uD800\"}"), 400);
        for (var far : List.of("+999999999-01-01T00:00:00Z", "+10000-01-01T00:00:00Z")) {
            isRefused(admin().post("/api/v1/tokens", Map.of("name", "n", "expiresAt", far)), 400);
        }
    }

    @Test
    void refusesTextInAFileThatCannotBeStored() {
        isRefused(admin().post("/api/v1/config/plan", Map.of("file", "a\0b", "text", "x")), 400);
        isRefused(
                admin().put(
                                "/api/v1/documents/tenant/odd",
                                Map.of("name", "odd", "businessLine", "a\0b")),
                422);
    }

    @Test
    void refusesAUserOfATenantThatIsNotThere() {
        isRefused(
                admin().post(
                                "/api/v1/users",
                                Map.of(
                                        "name", "nobody",
                                        "password", "long-enough-to-pass",
                                        "roles", List.of("member"),
                                        "tenant", "nowhere")),
                422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/config/plan",
                "/api/v1/keys",
                "/api/v1/keys/revoke",
                "/api/v1/tokens",
                "/api/v1/users",
                "/api/v1/drafts/publish",
            })
    void refusesDeepBodies(String path) {
        isRefused(admin().send("POST", path, "[".repeat(100_000)), 400);
        isRefused(admin().send("POST", path, "{\"env\":" + "{\"a\":".repeat(100_000)), 400);
    }

    @Test
    void namesTheLineOfDeepNesting() {
        var plan = admin().plan("apiVersion: sluice/v1\ntenants: " + "[".repeat(20_000));
        var put = admin().send("PUT", "/api/v1/documents/app/acme/new", "[".repeat(100_000));
        var rules = admin().send("PUT", "/api/v1/keys/a/b/c", "[".repeat(100_000));

        isRefused(plan, 422);
        assertThat(plan.json().path("error").path("faults").get(0).path("line").asInt())
                .isEqualTo(2);
        isRefused(put, 422);
        isRefused(rules, 400);
    }

    @Test
    void refusesBodiesBeyondTheirLimit() {
        isRefused(admin().post("/api/v1/tokens", Map.of("name", "x".repeat(1_100_000))), 413);
        isRefused(
                admin().send("PUT", "/api/v1/documents/app/acme/new", "x".repeat(1_100_000)), 413);
        isRefused(admin().plan("#".repeat(17_000_000)), 413);
        isRefused(admin().plan("#".repeat(9_000_000)), 422);
    }
}
