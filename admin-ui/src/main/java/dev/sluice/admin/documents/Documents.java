package dev.sluice.admin.documents;

import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.control.catalogue.ManagedBy;
import dev.sluice.control.changes.PlannedChange;
import dev.sluice.control.drafts.DocumentView;
import dev.sluice.control.drafts.DraftService;
import dev.sluice.control.drafts.DraftedChange;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and drafts documents as records; what the reader drafted anew stands among the rest. */
@Component
public class Documents {
    private final DraftService drafts;

    Documents(DraftService drafts) {
        this.drafts = drafts;
    }

    /** All of a kind that the reader may see, drafted ones included, by path. */
    public List<ShownDocument> list(DocumentKind kind) {
        var shown =
                new ArrayList<>(
                        drafts.list(kind, null).stream().map(it -> shown(kind, it)).toList());
        for (var path : draftedAnew(kind)) {
            shown.add(shown(kind, drafts.view(kind, path)));
        }
        return shown;
    }

    private List<String> draftedAnew(DocumentKind kind) {
        return drafts.diff().stream()
                .map(DraftedChange::change)
                .filter(change -> change.kind().equals(kind.text()))
                .filter(Documents::isNew)
                .map(PlannedChange::path)
                .toList();
    }

    private static boolean isNew(PlannedChange change) {
        return switch (change.action()) {
            case CREATE -> true;
            case UPDATE, DELETE -> false;
        };
    }

    /** The currency of prices and budgets. */
    public String currency() {
        return drafts.currency();
    }

    /** The currency of a tenant's budgets. */
    public String currencyOf(String tenant) {
        return list(DocumentKind.TENANT).stream()
                .filter(it -> it.path().equals(tenant))
                .map(it -> it.body() instanceof Tenant found ? found.currency() : null)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(this::currency);
    }

    /** One document anew. */
    public ShownDocument find(DocumentKind kind, String path) {
        return shown(kind, drafts.view(kind, path));
    }

    private static ShownDocument shown(DocumentKind kind, DocumentView view) {
        var draft = view.draft();
        return new ShownDocument(
                kind,
                view.path(),
                view.managedBy() == ManagedBy.FILE
                        ? Objects.requireNonNullElse(view.fileName(), "?")
                        : null,
                body(kind, view.body()),
                draft == null ? null : body(kind, draft.body()),
                draft != null && draft.removes(),
                Objects.requireNonNullElse(view.secrets(), Map.of()));
    }

    private static @Nullable ConfigBody body(DocumentKind kind, @Nullable JsonNode json) {
        return json == null || json.isNull()
                ? null
                : SluiceJson.mapper().treeToValue(json, kind.bodyType());
    }

    /** Drafts a new or changed document. */
    public void draft(DocumentKind kind, String path, ConfigBody body) {
        drafts.put(kind, path, json(body).toString());
    }

    /** As the config file has it; secrets given in clear go along, to be sealed at once. */
    private static ObjectNode json(ConfigBody body) {
        var json = DocumentJson.tree(body);
        if (body instanceof Upstream upstream) {
            var secrets = json.putArray("secrets");
            for (var secret : upstream.secrets()) {
                var one = secrets.addObject().put("name", secret.name());
                if (secret.value() != null) {
                    one.put("value", secret.value());
                }
            }
        }
        return json;
    }

    public void draftRemoval(ShownDocument document) {
        drafts.remove(document.kind(), document.path());
    }

    /** The rules of a key as its service takes them: the document without its name. */
    public static JsonNode rules(ConfigBody key) {
        var json = DocumentJson.tree(key);
        json.remove("name");
        return json;
    }

    /** The reader's open draft. */
    public List<DraftedChange> draft() {
        return drafts.diff();
    }
}
