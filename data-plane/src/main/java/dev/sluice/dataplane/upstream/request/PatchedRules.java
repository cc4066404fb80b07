package dev.sluice.dataplane.upstream.request;

import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.upstream.provider.ParameterRules;
import dev.sluice.dataplane.upstream.provider.ParameterRules.FormatLevel;
import dev.sluice.dataplane.upstream.provider.ValueRange;
import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rules of a provider as splices into a caller's own request of OpenAI's chat dialect. */
final class PatchedRules {
    /** What a stripped field may say because it is what the provider does anyway. */
    private static final Map<String, BigDecimal> OWN =
            Map.of(
                    "temperature", BigDecimal.ONE,
                    "top_p", BigDecimal.ONE,
                    "presence_penalty", BigDecimal.ZERO,
                    "frequency_penalty", BigDecimal.ZERO);

    private final ParameterRules rules;
    private final Losses losses;

    PatchedRules(ParameterRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
    }

    /** Null where splices will not do: the request has to be written anew. */
    @Nullable JsonFields apply(JsonFields body) {
        if (needsRewriting(body)) {
            return null;
        }
        var patch = new JsonPatch();
        var removed = new HashSet<String>();
        strip(body, removed);
        rename(patch, body, removed);
        clamp(patch, body, "temperature", rules.temperature(), removed);
        clamp(patch, body, "top_p", rules.topP(), removed);
        shortenStops(patch, body, removed);
        raiseCap(patch, body, "max_tokens", removed);
        raiseCap(patch, body, "max_completion_tokens", removed);
        if (!removed.isEmpty()) {
            patch.removeFields(body, removed);
        }
        return patch.isEmpty()
                ? body
                : JsonFields.scan(patch.apply(body.bytes(), 0, body.bytes().length));
    }

    private boolean needsRewriting(JsonFields body) {
        var mayMove =
                switch (rules.instructions()) {
                    case KEEP -> false;
                    case INTO_USER -> mentionsInstructions(value(body, "messages"));
                    case FROM_USER -> !mentionsInstructions(value(body, "messages"));
                };
        if (mayMove) {
            return true;
        }
        var format = text(value(body, "response_format"), "type");
        if (format.equals("json_schema") && rules.formats() != FormatLevel.SCHEMA) {
            return true;
        }
        if (format.equals("json_object") && rules.formats() == FormatLevel.TEXT) {
            return true;
        }
        var choice = value(body, "tool_choice");
        return choice != null && rules.toolChoices().stream().noneMatch(mode -> is(choice, mode));
    }

    private static boolean mentionsInstructions(@Nullable JsonNode messages) {
        if (messages == null) {
            return false;
        }
        return Set.of("system", "developer").contains(messages.path(0).path("role").asString(""));
    }

    private static boolean is(JsonNode choice, Enum<?> mode) {
        return choice.isObject()
                ? mode.name().equals("NAMED")
                : choice.asString("").equals(mode.name().toLowerCase(Locale.ROOT));
    }

    private static String text(@Nullable JsonNode node, String field) {
        return node == null ? "" : node.path(field).asString("");
    }

    /** Null where it is absent or null. */
    private static @Nullable JsonNode value(JsonFields body, String field) {
        var span = body.span(field);
        if (span == null) {
            return null;
        }
        var node = ForeignJson.read(body.bytes(), span.from(), span.length());
        return node.isNull() ? null : node;
    }

    private void strip(JsonFields body, Set<String> removed) {
        for (var field : rules.stripped()) {
            if (body.span(field) == null) {
                continue;
            }
            removed.add(field);
            var node = value(body, field);
            if (node != null && !saysNothing(field, node)) {
                losses.changed(field, RequestRules.STRIPPED);
            }
        }
    }

    private static boolean saysNothing(String field, JsonNode node) {
        var own = OWN.get(field);
        return (own != null && node.isNumber() && node.decimalValue().compareTo(own) == 0)
                || (node.isBoolean() && !node.asBoolean())
                || (node.isContainer() && node.isEmpty());
    }

    /** The meaning stays, so nothing is lost and nothing told. */
    private void rename(JsonPatch patch, JsonFields body, Set<String> removed) {
        rules.renamed()
                .forEach((from, to) -> {
                    var span = body.span(from);
                    if (span == null) {
                        return;
                    }
                    removed.add(from);
                    if (body.span(to) == null) {
                        var value = new byte[span.length()];
                        System.arraycopy(body.bytes(), span.from(), value, 0, value.length);
                        patch.insertField(body, to, value);
                    }
                });
    }

    private void clamp(
            JsonPatch patch,
            JsonFields body,
            String field,
            @Nullable ValueRange range,
            Set<String> removed) {
        var node = value(body, field);
        if (range == null || node == null || !node.isNumber() || removed.contains(field)) {
            return;
        }
        var asked = node.decimalValue();
        var taken = range.clamp(asked);
        if (taken.compareTo(asked) != 0) {
            losses.changed(field, RequestRules.clamped(asked, taken));
            replace(patch, body, field, taken.toPlainString());
        }
    }

    private void shortenStops(JsonPatch patch, JsonFields body, Set<String> removed) {
        var node = removed.contains("stop") ? null : value(body, "stop");
        if (node == null || !node.isArray() || node.size() <= rules.mostStops()) {
            return;
        }
        losses.changed("stop", RequestRules.shortened(rules.mostStops()));
        var kept = SluiceJson.mapper().createArrayNode();
        node.values().stream().limit(rules.mostStops()).forEach(kept::add);
        replace(patch, body, "stop", kept.toString());
    }

    private void raiseCap(JsonPatch patch, JsonFields body, String field, Set<String> removed) {
        var node = rules.leastCap() <= 1 || removed.contains(field) ? null : value(body, field);
        if (node != null
                && node.isNumber()
                && node.decimalValue().compareTo(BigDecimal.valueOf(rules.leastCap())) < 0) {
            losses.changed(field, "raised to " + rules.leastCap());
            replace(patch, body, field, Long.toString(rules.leastCap()));
        }
    }

    private static void replace(JsonPatch patch, JsonFields body, String field, String value) {
        var span = body.span(field);
        if (span != null) {
            patch.replace(span.from(), span.to(), value.getBytes(StandardCharsets.UTF_8));
        }
    }
}
