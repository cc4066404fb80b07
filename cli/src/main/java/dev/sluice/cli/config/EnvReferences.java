package dev.sluice.cli.config;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The {@code ${env:NAME}} in a config text: only the values it names leave this machine. */
final class EnvReferences {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{env:([^}]*)}");

    private EnvReferences() {}

    /** The values of the names that occur and are set. */
    static Map<String, String> values(String text, Map<String, String> environment) {
        var values = new TreeMap<String, String>();
        REFERENCE
                .matcher(text)
                .results()
                .map(match -> match.group(1).strip())
                .filter(environment::containsKey)
                .forEach(name -> values.put(name, environment.getOrDefault(name, "")));
        return values;
    }
}
