package dev.sluice.control.drafts;

import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.model.snapshot.ConfigBody;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document as it is shown and may be sent back.
 *
 * @param secrets hints of the secrets that are stored, by name
 * @param draft what the person who asks has drafted for it
 */
public record DocumentView(
        String kind,
        String path,
        ManagedBy managedBy,
        @Nullable String fileName,
        @Nullable JsonNode body,
        @Nullable Map<String, String> secrets,
        @Nullable Draft draft) {
    /** A drafted change; without a body the document is to be removed. */
    public record Draft(boolean removes, @Nullable JsonNode body) {}

    static DocumentView of(StoredDocument document, @Nullable Draft draft) {
        return new DocumentView(
                document.kind().text(),
                document.path(),
                document.managedBy(),
                document.fileName(),
                body(document.body()),
                hints(document.body()),
                draft);
    }

    static JsonNode body(ConfigBody body) {
        var json = DocumentJson.tree(body);
        for (var secret : json.path("secrets")) {
            if (secret instanceof ObjectNode object) {
                object.remove("hint");
            }
        }
        return json;
    }

    private static @Nullable Map<String, String> hints(ConfigBody body) {
        var hints = new LinkedHashMap<String, String>();
        for (var secret : DocumentJson.tree(body).path("secrets")) {
            hints.put(secret.path("name").asString(), secret.path("hint").asString("…"));
        }
        return hints.isEmpty() ? null : hints;
    }
}
