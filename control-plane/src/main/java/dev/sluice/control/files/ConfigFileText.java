package dev.sluice.control.files;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentJson;
import dev.sluice.control.catalogue.DocumentYaml;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes documents in the form of the config file. */
final class ConfigFileText {
    private final ConfigState state;

    private ConfigFileText(ConfigState state) {
        this.state = state;
    }

    static String write(Installation installation, ConfigState state) {
        var root = SluiceJson.mapper().createObjectNode();
        root.put("apiVersion", "sluice/v1");
        root.put("currency", installation.currency());
        if (!installation.rates().rates().isEmpty()) {
            root.set("currencies", SluiceJson.mapper().valueToTree(installation.rates().rates()));
        }
        var proxies = root.arrayNode();
        installation.trustedProxies().forEach(proxies::add);
        addUnlessEmpty(root, "trustedProxies", proxies);
        root.setAll((ObjectNode) SluiceJson.mapper().valueToTree(installation.contacts()));
        var text = new ConfigFileText(state);
        text.flat(root, "upstreams", DocumentKind.UPSTREAM);
        text.flat(root, "models", DocumentKind.MODEL);
        text.flat(root, "aliases", DocumentKind.ALIAS);
        text.tree(root);
        return DocumentYaml.write(root);
    }

    private void flat(ObjectNode root, String list, DocumentKind kind) {
        var out = SluiceJson.mapper().createArrayNode();
        state.all(kind).forEach(document -> out.add(body(document)));
        addUnlessEmpty(root, list, out);
    }

    private void tree(ObjectNode root) {
        var tenants = SluiceJson.mapper().createArrayNode();
        for (var tenant : state.all(DocumentKind.TENANT)) {
            var tenantNode = body(tenant);
            addUnlessEmpty(tenantNode, "apps", apps(tenant));
            tenants.add(tenantNode);
        }
        addUnlessEmpty(root, "tenants", tenants);
    }

    private ArrayNode apps(StoredDocument tenant) {
        var apps = SluiceJson.mapper().createArrayNode();
        for (var app : state.below(DocumentKind.APP, tenant.path())) {
            var appNode = body(app);
            var keys = SluiceJson.mapper().createArrayNode();
            for (var key : state.below(DocumentKind.KEY, app.path())) {
                var keyNode = body(key);
                var subKeys = SluiceJson.mapper().createArrayNode();
                state.below(DocumentKind.SUB_KEY, key.path())
                        .forEach(subKey -> subKeys.add(body(subKey)));
                addUnlessEmpty(keyNode, "subKeys", subKeys);
                keys.add(keyNode);
            }
            addUnlessEmpty(appNode, "keys", keys);
            apps.add(appNode);
        }
        return apps;
    }

    private static ObjectNode body(StoredDocument document) {
        var json = DocumentJson.tree(document.body());
        for (var secret : json.path("secrets")) {
            if (secret instanceof ObjectNode object) {
                object.remove("hint");
            }
        }
        return json;
    }

    private static void addUnlessEmpty(ObjectNode parent, String name, ArrayNode list) {
        if (!list.isEmpty()) {
            parent.set(name, list);
        }
    }
}
