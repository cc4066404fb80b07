package dev.sluice.dataplane.server;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.ModelAlias;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The answer to {@code GET /v1/models}: aliases as models, those for chat first. */
final class ModelList {
    private ModelList() {}

    static byte[] write(List<ModelAlias> aliases, Snapshot snapshot, Dialect dialect) {
        var list = SluiceJson.mapper().createObjectNode();
        var isPlain = dialect != Dialect.ANTHROPIC && dialect != Dialect.GEMINI;
        if (isPlain) {
            list.put("object", "list");
        }
        var data = list.putArray(dialect == Dialect.GEMINI ? "models" : "data");
        var sorted =
                aliases.stream()
                        .sorted(Comparator.comparing(alias -> !isForChat(alias, snapshot)))
                        .toList();
        sorted.forEach(alias -> put(data.addObject(), alias, dialect, isForChat(alias, snapshot)));
        if (dialect == Dialect.ANTHROPIC) {
            list.put("has_more", false);
            list.put("first_id", sorted.isEmpty() ? null : sorted.getFirst().name());
            list.put("last_id", sorted.isEmpty() ? null : sorted.getLast().name());
        }
        return ForeignJson.bytes(list);
    }

    /** Fails with {@link GatewayFailure.AliasUnknown} where the key may not call it. */
    static byte[] writeOne(
            List<ModelAlias> aliases, String name, Snapshot snapshot, Dialect dialect) {
        for (var alias : aliases) {
            if (alias.name().equals(name)) {
                var model = SluiceJson.mapper().createObjectNode();
                put(model, alias, dialect, isForChat(alias, snapshot));
                return ForeignJson.bytes(model);
            }
        }
        throw new GatewayFailure.AliasUnknown(
                "There is no model '" + name + "' that this key may call. /v1/models lists them.");
    }

    private static void put(
            ObjectNode model, ModelAlias alias, Dialect dialect, boolean isForChat) {
        if (dialect == Dialect.GEMINI) {
            putGoogle(model, alias, isForChat);
            return;
        }
        if (dialect == Dialect.ANTHROPIC) {
            model.put("type", "model")
                    .put("id", alias.name())
                    .put("display_name", alias.name())
                    .put("created_at", Instant.EPOCH.toString());
            return;
        }
        model.put("id", alias.name())
                .put("object", "model")
                .put("created", 0)
                .put("owned_by", "sluice");
    }

    private static void putGoogle(ObjectNode model, ModelAlias alias, boolean isForChat) {
        model.put("name", "models/" + alias.name())
                .put("baseModelId", alias.name())
                .put("version", "1")
                .put("displayName", alias.name());
        var methods = model.putArray("supportedGenerationMethods");
        if (isForChat) {
            methods.add("generateContent").add("streamGenerateContent").add("countTokens");
        } else {
            methods.add("embedContent").add("batchEmbedContents");
        }
    }

    /** A model that has a price for output, or a cap of it, writes text. */
    private static boolean isForChat(ModelAlias alias, Snapshot snapshot) {
        if (alias.maxOutputTokens() != null) {
            return true;
        }
        if (alias.name().contains("embed")) {
            return false;
        }
        var models =
                alias.targets().stream()
                        .map(target -> snapshot.models().get(target.model()))
                        .filter(model -> model != null && !model.prices().isEmpty())
                        .toList();
        return models.isEmpty()
                || models.stream()
                        .flatMap(model -> model.prices().stream())
                        .anyMatch(price -> price.perMillion().containsKey(TokenKind.OUTPUT));
    }
}
