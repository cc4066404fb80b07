package dev.sluice.system.client;

import dev.sluice.model.json.SluiceJson;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The control plane's REST API with an administrator's token. */
public record Admin(String console, String token) {
    private static final int PAGE = 1_000;

    public List<LedgerRow> rowsOfTrace(String traceId) {
        return rows("traceId=" + traceId);
    }

    /** Every row of an app's key, all pages. */
    public List<LedgerRow> rowsOfKey(String tenant, String app, String key) {
        return rows("tenant=" + tenant + "&app=" + app + "&key=" + key);
    }

    private List<LedgerRow> rows(String filter) {
        List<LedgerRow> rows = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = get("/api/v1/usage/requests?" + filter + "&limit=" + PAGE + cursor);
            page.path("items").forEach(item -> rows.add(new LedgerRow(item)));
            String next = page.path("next").asString("");
            cursor =
                    next.isEmpty()
                            ? ""
                            : "&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
        } while (!cursor.isEmpty());
        return rows;
    }

    public List<BudgetState> budgets(String tenant, String app) {
        List<BudgetState> states = new ArrayList<>();
        get("/api/v1/budgets?tenant=" + tenant + "&app=" + app)
                .path("items")
                .forEach(item -> states.add(BudgetState.of(item)));
        return states;
    }

    public JsonNode monthlyReport(String month, String tenant) {
        return get("/api/v1/reports/monthly?month=" + month + "&tenant=" + tenant + "&format=json");
    }

    public JsonNode fleet() {
        return get("/api/v1/fleet");
    }

    /** Applies a config text and returns the version that it made. */
    public long apply(String text, Map<String, String> environment) {
        HttpResponse<String> response =
                post(
                        "/api/v1/config/apply",
                        Map.of(
                                "file",
                                "system.yaml",
                                "text",
                                text,
                                "env",
                                environment,
                                "adopt",
                                List.of(),
                                "comment",
                                "system test"));
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    "apply answered " + response.statusCode() + " " + response.body());
        }
        return SluiceJson.mapper().readTree(response.body()).path("version").asLong();
    }

    public HttpResponse<String> post(String path, Map<String, Object> body) {
        return Http.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        SluiceJson.mapper().writeValueAsString(body)))
                        .build());
    }

    public JsonNode get(String path) {
        HttpResponse<String> response = Http.send(request(path).GET().build());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    path + " answered " + response.statusCode() + " " + response.body());
        }
        return SluiceJson.mapper().readTree(response.body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(console + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token);
    }
}
