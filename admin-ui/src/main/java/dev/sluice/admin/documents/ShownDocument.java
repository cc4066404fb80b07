package dev.sluice.admin.documents;

import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A document as the reader finds it.
 *
 * @param fileName the file that manages it; nothing for what the console manages
 * @param published what nodes run by; nothing where it is only drafted
 * @param drafted what the reader's draft makes of it
 * @param removal the draft removes it
 * @param secretHints first and last characters of an upstream's secrets, by name
 */
public record ShownDocument(
        DocumentKind kind,
        String path,
        @Nullable String fileName,
        @Nullable ConfigBody published,
        @Nullable ConfigBody drafted,
        boolean removal,
        Map<String, String> secretHints) {
    public ShownDocument {
        secretHints = Map.copyOf(secretHints);
    }

    /** The draft where there is one, else what is published. */
    public ConfigBody body() {
        var current = drafted != null ? drafted : published;
        if (current == null) {
            throw new IllegalStateException(path + " is neither published nor drafted");
        }
        return current;
    }

    public boolean isFromFile() {
        return fileName != null;
    }

    public boolean isDrafted() {
        return drafted != null || removal;
    }

    /** The last name of the path. */
    public String name() {
        return body().name();
    }
}
