package dev.sluice.model.file;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads one document's body, JSON or YAML, by the schema of the config file, so that REST and
 * console know exactly the fields that the file knows.
 */
public final class ConfigDocumentReader {
    private static final ConfigSchema SCHEMA = ConfigSchema.load();

    /** Children stand in a file below their parent; as documents they are sent on their own. */
    private static final List<String> CHILDREN = List.of("apps", "keys", "subKeys");

    private ConfigDocumentReader() {}

    /** Either the document, or what must be changed in its body. */
    public record Result(Optional<ConfigDocument> document, List<Fault> faults) {
        public Result {
            faults = List.copyOf(faults);
        }

        static Result fault(int line, String path, String message) {
            return new Result(Optional.empty(), List.of(new Fault(line, path, message)));
        }
    }

    /** Reads the body of the document that stands at the path. */
    public static Result read(DocumentKind kind, String path, String body) {
        var parsed = YamlText.parse(body, "JSON");
        if (parsed.fault().isPresent()) {
            return new Result(Optional.empty(), List.of(parsed.fault().get()));
        }
        var node = parsed.node();
        if (node.isEmpty()) {
            return Result.fault(1, "", "the body is empty");
        }
        var checker = new YamlChecker(SCHEMA, Map.of());
        var json = checker.check(node.get(), rules(kind), "", 0);
        if (!checker.faults().isEmpty() || !(json instanceof ObjectNode object)) {
            return new Result(Optional.empty(), checker.faults());
        }
        return bind(kind, path, object);
    }

    private static JsonNode rules(DocumentKind kind) {
        var name = kind == DocumentKind.SUB_KEY ? "subKey" : kind.text();
        return SCHEMA.root().path("$defs").path(name);
    }

    private static Result bind(DocumentKind kind, String path, ObjectNode json) {
        for (var children : CHILDREN) {
            if (json.has(children)) {
                return Result.fault(0, children, "'" + children + "' are documents of their own");
            }
        }
        var name = json.path("name").asString("");
        if (!path.equals(name) && !path.endsWith("/" + name)) {
            return Result.fault(0, "name", "'" + name + "' is not the name in the path " + path);
        }
        try {
            var read = SluiceJson.mapper().treeToValue(json, kind.bodyType());
            return new Result(Optional.of(new ConfigDocument(kind, path, read)), List.of());
        } catch (JacksonException unfit) {
            return Result.fault(0, "", ConfigFileReader.reason(unfit));
        }
    }
}
