package dev.sluice.model.file;

import dev.sluice.model.access.Contacts;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.ConfigRules;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a config file ({@code apiVersion: sluice/v1}) into documents. Every fault is found in one
 * pass and carries its line; nothing is returned of a file that has one. References between
 * documents are not looked at here, since their other end may have been made in the console.
 */
public final class ConfigFileReader {
    private static final TypeReference<Map<String, List<ExchangeRate>>> CURRENCIES =
            new TypeReference<>() {};
    private static final ConfigSchema SCHEMA = ConfigSchema.load();

    private final YamlChecker checker;
    private final List<ConfigDocument> documents = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final Map<String, String> places = new HashMap<>();

    private ConfigFileReader(Map<String, String> env) {
        checker = new YamlChecker(SCHEMA, env);
    }

    /** Either the file's documents, or what must be changed in it, in the order of its lines. */
    public record Result(Optional<ConfigFile> file, List<Fault> faults) {
        public Result {
            faults = List.copyOf(faults);
        }
    }

    /**
     * Reads a file's text.
     *
     * @param env values for {@code ${env:NAME}}
     */
    public static Result read(String text, Map<String, String> env) {
        return new ConfigFileReader(env).readWhole(text, null);
    }

    /**
     * The same for those who know what there is besides the file: a file that has faults is then
     * also told of its references without another end, so that one round names them all.
     *
     * @param elsewhere labels of those documents
     */
    public static Result read(String text, Map<String, String> env, Set<String> elsewhere) {
        return new ConfigFileReader(env).readWhole(text, elsewhere);
    }

    private Result readWhole(String text, @Nullable Set<String> elsewhere) {
        var root = parse(text);
        if (root.isEmpty()) {
            if (checker.faults().isEmpty()) {
                checker.faults()
                        .add(
                                new Fault(
                                        1,
                                        "",
                                        "the file is empty; it begins with apiVersion: sluice/v1"));
            }
            return new Result(Optional.empty(), checker.faults());
        }
        var json = checker.check(root.get(), SCHEMA.root(), "", 0);
        var installation = Installation.DEFAULT;
        if (json != null) {
            installation = installation(json);
            ConfigRules.checkInstallation(installation, this::addFault);
            collect(json);
            if (elsewhere != null && !checker.faults().isEmpty()) {
                addDanglingReferences(elsewhere);
            }
        }
        var faults =
                checker.faults().stream().sorted(Comparator.comparingInt(Fault::line)).toList();
        return faults.isEmpty()
                ? new Result(Optional.of(new ConfigFile(installation, documents, lines)), List.of())
                : new Result(Optional.empty(), faults);
    }

    private static Installation installation(JsonNode root) {
        return Installation.of(
                root.path("currency").asString(Installation.DEFAULT_CURRENCY),
                currencies(root.path("currencies")),
                ConfigSchema.texts(root.path("trustedProxies")),
                contacts(root));
    }

    /** Faults of the schema leave holes that do not bind: those are already named. */
    private static Contacts contacts(JsonNode root) {
        var named = SluiceJson.mapper().createObjectNode();
        for (var field : List.of("reports", "alerts")) {
            if (root.path(field).isObject()) {
                named.set(field, root.path(field));
            }
        }
        try {
            return SluiceJson.mapper().treeToValue(named, Contacts.class);
        } catch (JacksonException | NullPointerException holes) {
            return Contacts.NONE;
        }
    }

    private void addFault(String place, String message) {
        var line = checker.lines().getOrDefault(place, 0);
        checker.faults().add(new Fault(line, place, message));
    }

    /** Faults of the schema leave holes that do not bind: those are already named. */
    private static Map<String, List<ExchangeRate>> currencies(JsonNode currencies) {
        try {
            return currencies.isObject()
                    ? SluiceJson.mapper().convertValue(currencies, CURRENCIES)
                    : Map.of();
        } catch (JacksonException | NullPointerException holes) {
            return Map.of();
        }
    }

    /** What cannot be read is there all the same: who refers to it is right. */
    private void addDanglingReferences(Set<String> elsewhere) {
        var there = new HashSet<>(elsewhere);
        there.addAll(places.keySet());
        for (var dangling : ConfigRules.danglingReferences(documents, there)) {
            var place = places.getOrDefault(dangling.document().label(), "");
            var field = place + "." + dangling.field();
            var line = checker.lines().getOrDefault(field, checker.lines().getOrDefault(place, 0));
            checker.faults().add(new Fault(line, field, dangling.message()));
        }
    }

    private Optional<Node> parse(String text) {
        var parsed = YamlText.parse(text, "YAML");
        parsed.fault().ifPresent(checker.faults()::add);
        return parsed.node();
    }

    private void collect(JsonNode root) {
        flat(root, "upstreams", DocumentKind.UPSTREAM);
        flat(root, "models", DocumentKind.MODEL);
        flat(root, "aliases", DocumentKind.ALIAS);
        each(
                root,
                "",
                "tenants",
                (tenant, tenantPlace) -> {
                    var tenantPath = add(DocumentKind.TENANT, "", tenant, tenantPlace, "apps");
                    each(
                            tenant,
                            tenantPlace,
                            "apps",
                            (app, appPlace) -> {
                                var appPath =
                                        add(DocumentKind.APP, tenantPath, app, appPlace, "keys");
                                each(
                                        app,
                                        appPlace,
                                        "keys",
                                        (key, keyPlace) -> {
                                            var keyPath =
                                                    add(
                                                            DocumentKind.KEY,
                                                            appPath,
                                                            key,
                                                            keyPlace,
                                                            "subKeys");
                                            each(
                                                    key,
                                                    keyPlace,
                                                    "subKeys",
                                                    (sub, place) ->
                                                            add(
                                                                    DocumentKind.SUB_KEY,
                                                                    keyPath,
                                                                    sub,
                                                                    place,
                                                                    null));
                                        });
                            });
                });
    }

    private void flat(JsonNode root, String list, DocumentKind kind) {
        each(root, "", list, (item, place) -> add(kind, "", item, place, null));
    }

    private interface Item {
        void take(JsonNode item, String place);
    }

    private static void each(JsonNode parent, String place, String list, Item item) {
        var index = 0;
        for (var entry : parent.path(list)) {
            item.take(entry, (place.isEmpty() ? "" : place + ".") + list + "[" + index + "]");
            index++;
        }
    }

    /** Adds one document, without its children, and returns its path. */
    private String add(
            DocumentKind kind,
            String parent,
            JsonNode json,
            String place,
            @Nullable String children) {
        var path = (parent.isEmpty() ? "" : parent + "/") + json.path("name").asString("?");
        var own = (ObjectNode) json.deepCopy();
        if (children != null) {
            own.remove(children);
        }
        var line = checker.lines().getOrDefault(place, 0);
        places.putIfAbsent(kind.text() + " " + path, place);
        try {
            var document =
                    new ConfigDocument(
                            kind, path, SluiceJson.mapper().treeToValue(own, kind.bodyType()));
            if (lines.putIfAbsent(document.label(), line) != null) {
                checker.faults()
                        .add(new Fault(line, place, "there is already a " + document.label()));
            }
            documents.add(document);
        } catch (JacksonException unfit) {
            // Faults of the schema leave holes that may not bind: those are already named.
            if (checker.faults().isEmpty()) {
                checker.faults().add(new Fault(line, place, reason(unfit)));
            }
        }
        return path;
    }

    static String reason(JacksonException unfit) {
        var cause = unfit.getCause();
        return String.valueOf(cause != null ? cause.getMessage() : unfit.getOriginalMessage());
    }
}
