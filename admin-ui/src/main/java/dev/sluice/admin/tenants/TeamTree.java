package dev.sluice.admin.tenants;

import com.vaadin.flow.data.provider.hierarchy.AbstractBackEndHierarchicalDataProvider;
import com.vaadin.flow.data.provider.hierarchy.HierarchicalQuery;
import dev.sluice.admin.documents.Documents;
import dev.sluice.admin.documents.ShownDocument;
import dev.sluice.control.tenants.KeyService;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Tenants and apps at once; the keys of an app when it is opened. */
class TeamTree extends AbstractBackEndHierarchicalDataProvider<TeamNode, Void> {
    private final transient Documents documents;
    private final transient KeyService keys;
    private transient List<TeamNode> tenants = List.of();
    private transient List<TeamNode> apps = List.of();
    private final transient Map<String, List<TeamNode>> keysOfApps = new HashMap<>();

    TeamTree(Documents documents, KeyService keys) {
        this.documents = documents;
        this.keys = keys;
    }

    /** Reads everything anew. */
    void load() {
        tenants = groups(DocumentKind.TENANT);
        apps = groups(DocumentKind.APP);
        keysOfApps.clear();
        refreshAll();
    }

    private List<TeamNode> groups(DocumentKind kind) {
        return documents.list(kind).stream().<TeamNode>map(TeamNode.Group::new).toList();
    }

    boolean isEmpty() {
        return tenants.isEmpty();
    }

    List<TeamNode> tenants() {
        return tenants;
    }

    /** The row at a path as it is now. */
    Optional<TeamNode> find(String path) {
        var level = path.chars().filter(it -> it == '/').count();
        var rows = level == 0 ? tenants : level == 1 ? apps : keysOf(appOf(path));
        return rows.stream().filter(row -> row.path().equals(path)).findFirst();
    }

    private List<TeamNode> keysOf(String app) {
        return keysOfApps.computeIfAbsent(
                app,
                path ->
                        isPublished(path)
                                ? keys.list(path).stream().<TeamNode>map(TeamNode.Key::new).toList()
                                : List.of());
    }

    private static String appOf(String keyPath) {
        var names = keyPath.split("/", -1);
        return names[0] + "/" + names[1];
    }

    private boolean isPublished(String app) {
        return apps.stream()
                .filter(row -> row.path().equals(app))
                .anyMatch(row ->
                        row instanceof TeamNode.Group(ShownDocument document)
                                && document.published() != null);
    }

    private List<TeamNode> below(TeamNode parent) {
        var prefix = parent.path() + "/";
        return switch (parent.kind()) {
            case TENANT -> apps.stream().filter(row -> row.path().startsWith(prefix)).toList();
            case APP ->
                    keysOf(parent.path()).stream()
                            .filter(row -> row.kind() == DocumentKind.KEY)
                            .toList();
            case KEY ->
                    keysOf(appOf(parent.path())).stream()
                            .filter(row -> row.path().startsWith(prefix))
                            .toList();
            case SUB_KEY, UPSTREAM, MODEL, ALIAS -> List.of();
        };
    }

    private List<TeamNode> rows(HierarchicalQuery<TeamNode, Void> query) {
        var parent = query.getParent();
        return parent == null ? tenants : below(parent);
    }

    @Override
    public int getChildCount(HierarchicalQuery<TeamNode, Void> query) {
        return rows(query).size();
    }

    @Override
    protected Stream<TeamNode> fetchChildrenFromBackEnd(HierarchicalQuery<TeamNode, Void> query) {
        return rows(query).stream().skip(query.getOffset()).limit(query.getLimit());
    }

    @Override
    public boolean hasChildren(TeamNode row) {
        return !below(row).isEmpty();
    }

    @Override
    public Object getId(TeamNode row) {
        return row.path();
    }
}
