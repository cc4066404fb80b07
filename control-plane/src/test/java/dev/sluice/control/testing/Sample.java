package dev.sluice.control.testing;

import java.util.List;
import java.util.Map;

/** A small config made in the console: one upstream, model and alias, tenants with one app each. */
public final class Sample {
    private Sample() {}

    public static void publish(Rest rest, String... tenants) {
        draft(
                rest,
                "upstream/local",
                Map.of(
                        "name", "local",
                        "provider", "vllm",
                        "baseUrl", "http://127.0.0.1:9/v1",
                        "secrets", List.of(Map.of("name", "main", "value", "value-of-main"))));
        draft(rest, "model/m", Map.of("name", "m", "upstream", "local"));
        draft(rest, "alias/chat", alias("chat", 1));
        draft(rest, "alias/other", alias("other", 1));
        for (var tenant : tenants) {
            draft(rest, "tenant/" + tenant, Map.of("name", tenant));
            draft(
                    rest,
                    "app/" + tenant + "/bot",
                    Map.of("name", "bot", "aliases", List.of("chat")));
        }
        expect(rest.post("/api/v1/drafts/publish", Map.of("comment", "sample")), 200);
    }

    public static Map<String, Object> alias(String name, int weight) {
        return Map.of("name", name, "targets", List.of(Map.of("model", "m", "weight", weight)));
    }

    public static void draft(Rest rest, String document, Object body) {
        expect(rest.put("/api/v1/documents/" + document, body), 200);
    }

    public static Rest.Answer issue(Rest rest, String path, Map<String, Object> rules) {
        return expect(rest.post("/api/v1/keys", Map.of("path", path, "rules", rules)), 201);
    }

    public static Rest.Answer expect(Rest.Answer answer, int status) {
        if (answer.status() != status) {
            throw new AssertionError(answer.status() + " " + answer.text());
        }
        return answer;
    }
}
