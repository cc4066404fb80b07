package dev.sluice.dataplane.server;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.ModelAlias;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The answer to {@code GET /v1/models}: aliases as models, those for chat first. */
final class ModelList {
    private ModelList() {}

    static byte[] write(List<ModelAlias> aliases, Snapshot snapshot) {
        var list = SluiceJson.mapper().createObjectNode();
        list.put("object", "list");
        var data = list.putArray("data");
        aliases.stream()
                .sorted(Comparator.comparing(alias -> !isForChat(alias, snapshot)))
                .forEach(alias -> put(data.addObject(), alias));
        return SluiceJson.mapper().writeValueAsBytes(list);
    }

    /** Fails with {@link GatewayFailure.AliasUnknown} where the key may not call it. */
    static byte[] writeOne(List<ModelAlias> aliases, String name) {
        for (var alias : aliases) {
            if (alias.name().equals(name)) {
                return SluiceJson.mapper()
                        .writeValueAsBytes(put(SluiceJson.mapper().createObjectNode(), alias));
            }
        }
        throw new GatewayFailure.AliasUnknown(
                "There is no model '" + name + "' that this key may call. /v1/models lists them.");
    }

    private static ObjectNode put(ObjectNode model, ModelAlias alias) {
        return model.put("id", alias.name())
                .put("object", "model")
                .put("created", 0)
                .put("owned_by", "sluice");
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
