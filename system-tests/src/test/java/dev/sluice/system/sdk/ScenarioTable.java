package dev.sluice.system.sdk;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code sdk-scenarios.json}: what every SDK goes through, the Node ones too. */
record ScenarioTable(
        List<Tool> tools, Map<String, Object> schema, Image image, List<Scenario> scenarios) {

    record Tool(String name, String description, Map<String, Object> parameters) {}

    record Image(String type, String base64) {}

    /**
     * @param reach {@code one} alias where nothing behind the gateway matters, {@code all} of them
     *     where it matters most, else the main ones
     * @param only {@code stream} where it makes no sense whole
     */
    record Scenario(
            String name,
            @Nullable String reach,
            @Nullable String only,
            Given ask,
            Expected expect) {
        boolean reaches(String alias, List<String> main) {
            return switch (reach) {
                case null -> main.contains(alias);
                case "one" -> main.getFirst().equals(alias);
                case "all" -> true;
                default -> throw new IllegalArgumentException("reach: " + reach);
            };
        }
    }

    /**
     * @param key which key to call with, where not the usual one
     * @param cap tokens of output, where not plenty
     * @param results what the tools say, in a second call, which is the one that counts
     * @param times calls until the expected fault must have come
     * @param leaveAfter pieces of a stream after which the caller leaves
     */
    record Given(
            String prompt,
            @Nullable String alias,
            @Nullable String key,
            @Nullable String system,
            @Nullable Integer cap,
            boolean tools,
            @Nullable List<String> results,
            boolean schema,
            boolean image,
            boolean thoughts,
            @Nullable Integer times,
            @Nullable Integer leaveAfter) {}

    /**
     * @param retold fields of the upstream's account of what it was given
     * @param heard the text of a stream before its fault
     * @param booked the status of the ledger's row, where the answer does not say it
     */
    record Expected(
            @Nullable String text,
            @Nullable String thoughts,
            @Nullable String stop,
            @Nullable Long output,
            @Nullable Long cached,
            @Nullable List<WantedCall> calls,
            @Nullable JsonNode retold,
            @Nullable WantedFault fault,
            @Nullable String heard,
            @Nullable String booked) {}

    record WantedCall(String name, Map<String, Object> arguments) {}

    record WantedFault(
            @Nullable String kind,
            @Nullable Integer status,
            @Nullable String says,
            boolean retryAfter) {}

    static ScenarioTable read() {
        try (var in =
                Objects.requireNonNull(
                        ScenarioTable.class.getResourceAsStream("/sdk-scenarios.json"))) {
            return SluiceJson.mapper().readValue(in.readAllBytes(), ScenarioTable.class);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
