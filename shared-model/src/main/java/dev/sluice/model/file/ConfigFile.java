package dev.sluice.model.file;

import dev.sluice.model.snapshot.ConfigDocument;
import dev.sluice.model.snapshot.Installation;
import java.util.List;
import java.util.Map;

/**
 * What a config file says, as documents in the order of the file.
 *
 * @param lines where each document stands, by its label; counts from 1
 */
public record ConfigFile(
        Installation installation, List<ConfigDocument> documents, Map<String, Integer> lines) {
    public ConfigFile {
        documents = List.copyOf(documents);
        lines = Map.copyOf(lines);
    }

    /** The line at which a document begins; 0 when the file does not have it. */
    public int lineOf(ConfigDocument document) {
        return lines.getOrDefault(document.label(), 0);
    }
}
