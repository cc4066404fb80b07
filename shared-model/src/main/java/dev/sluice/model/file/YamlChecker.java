package dev.sluice.model.file;

import dev.sluice.model.id.NearestName;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.json.StoredText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds a YAML document against the schema: turns it into JSON and notes every fault with its
 * place. Numbers are taken from their text, so that prices keep all their digits.
 */
final class YamlChecker {
    private static final Pattern ENV = Pattern.compile("\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)}");

    /** What looks like a reference and would reach an upstream as it stands. */
    private static final Pattern OTHER_REFERENCE =
            Pattern.compile("\\$\\{(?!env:[A-Za-z_][A-Za-z0-9_]*})[^}]*}?");

    private static final int MOST_DEPTH = 32;

    /** Room for certificates and service accounts. */
    private static final int MOST_CHARACTERS = 64 * 1024;

    /** Of names, and of values that have a form, except addresses. */
    private static final int MOST_FORMED_CHARACTERS = 300;

    private static final int MOST_URL_CHARACTERS = 2000;
    private static final int MOST_CREDENTIAL_CHARACTERS = 8192;
    private static final int MOST_FAULTS = 1000;
    private static final String NOT_TEXT = "holds a character that is not text";
    private static final int SHOWN_CHARACTERS = 100;

    private final ConfigSchema schema;
    private final Map<String, String> env;
    private final List<Fault> faults = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final JsonNodeFactory json = SluiceJson.mapper().getNodeFactory();

    YamlChecker(ConfigSchema schema, Map<String, String> env) {
        this.schema = schema;
        this.env = env;
    }

    List<Fault> faults() {
        return faults;
    }

    /** Line of every object and list that was read, by its path. */
    Map<String, Integer> lines() {
        return lines;
    }

    /** The JSON of the node; null where it cannot stand as what the rules ask for. */
    @Nullable JsonNode check(Node node, JsonNode rawRules, String path, int depth) {
        var rules = schema.resolve(rawRules);
        lines.put(path, line(node));
        if (depth > MOST_DEPTH) {
            return fault(node, path, "is nested too deeply");
        }
        return switch (node) {
            case MappingNode mapping -> object(mapping, rules, path, depth);
            case SequenceNode sequence -> list(sequence, rules, path, depth);
            case ScalarNode scalar -> scalar(scalar, rules, path);
            default -> fault(node, path, "is a YAML form that is not understood here");
        };
    }

    private @Nullable JsonNode object(MappingNode node, JsonNode rules, String path, int depth) {
        if (!ConfigSchema.allows(rules, "object")) {
            return fault(node, path, "must be " + wanted(rules) + ", not a mapping");
        }
        var out = json.objectNode();
        var seen = new HashSet<String>();
        for (var entry : node.getValue()) {
            var key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
            if (key.length() > MOST_FORMED_CHARACTERS) {
                tooLong(entry.getKeyNode(), path, MOST_FORMED_CHARACTERS);
                continue;
            }
            if (!StoredText.canHold(key)) {
                fault(entry.getKeyNode(), path, NOT_TEXT);
                continue;
            }
            if (!seen.add(key)) {
                fault(entry.getKeyNode(), below(path, key), "stands here twice");
                continue;
            }
            field(entry.getKeyNode(), key, entry.getValueNode(), rules, path, depth, out);
        }
        for (var required : ConfigSchema.texts(rules.path("required"))) {
            if (!seen.contains(required)) {
                fault(node, path, "'" + required + "' is missing");
            }
        }
        return out;
    }

    private void field(
            Node place,
            String key,
            Node value,
            JsonNode rules,
            String path,
            int depth,
            ObjectNode out) {
        var fieldPath = below(path, key);
        var fieldRules = rules.path("properties").path(key);
        if (fieldRules.isMissingNode()) {
            var others = rules.path("additionalProperties");
            if (!others.isObject()) {
                fault(place, fieldPath, unknown(key, rules));
                return;
            }
            fieldRules = others;
        }
        if (!ConfigSchema.isServed(fieldRules)) {
            fault(place, fieldPath, "'" + key + "' is not supported yet; remove it");
            return;
        }
        var read = check(value, fieldRules, fieldPath, depth + 1);
        if (read != null) {
            out.set(key, read);
        }
    }

    private static String unknown(String key, JsonNode rules) {
        var valid = new ArrayList<String>();
        rules.path("properties").propertyNames().forEach(valid::add);
        var nearest = NearestName.of(key, valid);
        return "'"
                + key
                + "' is not known here; "
                + nearest.map(name -> "did you mean '" + name + "'?")
                        .orElse("valid are: " + String.join(", ", valid));
    }

    private @Nullable JsonNode list(SequenceNode node, JsonNode rules, String path, int depth) {
        if (!ConfigSchema.allows(rules, "array")) {
            return fault(node, path, "must be " + wanted(rules) + ", not a list");
        }
        if (node.getValue().size() < rules.path("minItems").asInt(0)) {
            return fault(node, path, "must not be empty");
        }
        var out = json.arrayNode();
        var index = 0;
        for (var item : node.getValue()) {
            var read = check(item, rules.path("items"), path + "[" + index + "]", depth + 1);
            if (read != null) {
                out.add(read);
            }
            index++;
        }
        return out;
    }

    /** Not so lists of names: an empty {@code aliases} would forbid what an absent one allows. */
    private boolean isListOfObjects(JsonNode rules) {
        return ConfigSchema.allows(rules, "array")
                && rules.path("minItems").asInt(0) == 0
                && ConfigSchema.allows(schema.resolve(rules.path("items")), "object");
    }

    private @Nullable JsonNode scalar(ScalarNode node, JsonNode rules, String path) {
        if (node.getTag().equals(Tag.NULL) && node.isPlain()) {
            if (isListOfObjects(rules)) {
                return json.arrayNode(); // what is left when the last entry under a heading goes
            }
            return fault(node, path, "has no value; give one or remove it");
        }
        var text = resolveEnv(node, path);
        if (text == null) {
            return null;
        }
        if (ConfigSchema.allows(rules, "boolean")) {
            return node.getTag().equals(Tag.BOOL)
                    ? json.booleanNode(
                            Boolean.parseBoolean(text.toLowerCase(java.util.Locale.ROOT)))
                    : fault(node, path, "must be true or false, not " + quoted(text));
        }
        if (ConfigSchema.allows(rules, "integer")) {
            return integer(node, text, rules, path);
        }
        if (ConfigSchema.allows(rules, "string")) {
            return text(node, text, rules, path);
        }
        return fault(node, path, "must be " + wanted(rules) + ", not " + quoted(text));
    }

    private @Nullable String resolveEnv(ScalarNode node, String path) {
        if (node.getValue().length() > MOST_CHARACTERS) {
            return tooLong(node, path, MOST_CHARACTERS);
        }
        if (!node.getValue().contains("${")) {
            return node.getValue();
        }
        var other = OTHER_REFERENCE.matcher(node.getValue());
        if (other.find()) {
            fault(node, path, quoted(other.group()) + " is not known; only ${env:NAME} is known");
            return null;
        }
        var matcher = ENV.matcher(node.getValue());
        var out = new StringBuilder();
        while (matcher.find() && out.length() <= MOST_CHARACTERS) {
            var value = env.get(matcher.group(1));
            if (value == null || value.isEmpty()) {
                fault(node, path, "the environment variable " + matcher.group(1) + " is not set");
                return null;
            }
            matcher.appendReplacement(out, java.util.regex.Matcher.quoteReplacement(value));
        }
        matcher.appendTail(out);
        return out.length() <= MOST_CHARACTERS
                ? out.toString()
                : tooLong(node, path, MOST_CHARACTERS);
    }

    private @Nullable String tooLong(Node node, String path, int most) {
        fault(node, path, "is longer than " + most + " characters");
        return null;
    }

    /** The text as faults quote it. */
    private static String quoted(String text) {
        return text.length() <= SHOWN_CHARACTERS
                ? "'" + text + "'"
                : "'" + text.substring(0, SHOWN_CHARACTERS) + "…'";
    }

    private @Nullable JsonNode integer(ScalarNode node, String text, JsonNode rules, String path) {
        var least = rules.path("minimum").asLong(0);
        var most = rules.path("maximum").asLong(Long.MAX_VALUE);
        try {
            if (node.getTag().equals(Tag.INT)) {
                var value = Long.parseLong(text);
                if (value >= least && value <= most) {
                    return json.numberNode(value);
                }
            }
        } catch (NumberFormatException tooLarge) {
            return fault(node, path, quoted(text) + " is too large; the most is " + most);
        }
        return fault(
                node,
                path,
                "must be a whole number of "
                        + least
                        + (most == Long.MAX_VALUE ? " or more" : " to " + most)
                        + ", not "
                        + quoted(text));
    }

    private @Nullable JsonNode text(ScalarNode node, String text, JsonNode rules, String path) {
        var most = mostCharacters(rules);
        if (text.length() > most) {
            tooLong(node, path, most);
            return null;
        }
        if (!StoredText.canHold(text)) {
            return fault(node, path, NOT_TEXT);
        }
        var values = ConfigSchema.texts(rules.path("enum"));
        if (!values.isEmpty() && !values.contains(text)) {
            var nearest = NearestName.of(text, values);
            return fault(
                    node,
                    path,
                    "'"
                            + text
                            + "' is not valid; "
                            + nearest.map(name -> "did you mean '" + name + "'? ").orElse("")
                            + "valid are: "
                            + String.join(", ", values));
        }
        var served = ConfigSchema.texts(rules.path("x-served-values"));
        if (!served.isEmpty() && !served.contains(text) && matchesPattern(rules, text)) {
            return fault(
                    node,
                    path,
                    "'"
                            + text
                            + "' is not supported yet; use one of: "
                            + String.join(", ", served));
        }
        if (!matchesPattern(rules, text)) {
            return fault(
                    node,
                    path,
                    "'"
                            + text
                            + "' does not have the form: "
                            + PatternWords.of(rules.path("pattern").asString()));
        }
        if (text.length() < rules.path("minLength").asInt(0)
                || text.length() > rules.path("maxLength").asInt(Integer.MAX_VALUE)) {
            return fault(node, path, "has the wrong length: " + text.length() + " characters");
        }
        return formatted(node, text, rules, path);
    }

    /** No name is sought and no pattern tried for what is far too long for any. */
    private static int mostCharacters(JsonNode rules) {
        if (ConfigSchema.format(rules).filter("url"::equals).isPresent()) {
            return MOST_URL_CHARACTERS;
        }
        if (ConfigSchema.format(rules).filter("credential"::equals).isPresent()) {
            return MOST_CREDENTIAL_CHARACTERS;
        }
        var isFormed = rules.has("format") || rules.has("enum") || rules.has("pattern");
        return isFormed ? MOST_FORMED_CHARACTERS : MOST_CHARACTERS;
    }

    private static boolean matchesPattern(JsonNode rules, String text) {
        return !rules.has("pattern") || Pattern.matches(rules.get("pattern").asString(), text);
    }

    private @Nullable JsonNode formatted(
            ScalarNode node, String text, JsonNode rules, String path) {
        var format = ConfigSchema.format(rules);
        if (format.isEmpty()) {
            return json.stringNode(text);
        }
        var wrong = ScalarForms.fault(format.get(), text);
        if (wrong.isPresent()) {
            return fault(node, path, wrong.get());
        }
        return format.get().equals("decimal")
                ? json.numberNode(new BigDecimal(text))
                : json.stringNode(text);
    }

    private static String wanted(JsonNode rules) {
        if (ConfigSchema.allows(rules, "array")) {
            return "a list";
        }
        return ConfigSchema.allows(rules, "object") ? "a mapping" : "a single value";
    }

    private @Nullable JsonNode fault(Node place, String path, String message) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(new Fault(line(place), path, message));
        }
        return null;
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static String below(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
