package dev.sluice.model.file;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The schema of the config file: {@code docs/config.schema.json}, the one list of its fields. Two
 * keywords of our own: {@code x-served: false} reserves a field, {@code x-served-values} names the
 * values of a reserved list that are served so far.
 */
final class ConfigSchema {
    private final JsonNode root;

    private ConfigSchema(JsonNode root) {
        this.root = root;
    }

    static ConfigSchema load() {
        try (var in = ConfigSchema.class.getResourceAsStream("/config.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("config.schema.json is not on the class path");
            }
            return new ConfigSchema(SluiceJson.mapper().readTree(in));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    JsonNode root() {
        return root;
    }

    /** The rules a node stands for: itself, or what its {@code $ref} names. */
    JsonNode resolve(JsonNode rules) {
        var reference = rules.path("$ref").asString("");
        if (reference.isEmpty()) {
            return rules;
        }
        return root.path("$defs").path(reference.substring("#/$defs/".length()));
    }

    static boolean isServed(JsonNode rules) {
        return rules.path("x-served").asBoolean(true);
    }

    static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(entry -> texts.add(entry.asString()));
        return texts;
    }

    static boolean allows(JsonNode rules, String type) {
        var types = rules.path("type");
        if (types.isMissingNode() && rules.has("enum")) {
            return type.equals("string"); // all our words are texts
        }
        return types.isArray() ? texts(types).contains(type) : types.asString("").equals(type);
    }

    static Optional<String> format(JsonNode rules) {
        return rules.has("format") ? Optional.of(rules.get("format").asString()) : Optional.empty();
    }
}
