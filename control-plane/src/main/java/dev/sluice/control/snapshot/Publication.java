package dev.sluice.control.snapshot;

import dev.sluice.control.access.KeyChange;
import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentChange;
import dev.sluice.control.secrets.SealedSecret;
import dev.sluice.model.snapshot.Installation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to become the next version.
 *
 * @param after the state with all changes made; may lack keys that are not touched
 * @param secrets upstream secrets that are new or replaced
 */
public record Publication(
        Origin origin,
        @Nullable String comment,
        Installation installation,
        ConfigState after,
        List<DocumentChange> documents,
        List<KeyChange> keys,
        List<SealedSecret> secrets) {
    public Publication {
        documents = List.copyOf(documents);
        keys = List.copyOf(keys);
        secrets = List.copyOf(secrets);
    }

    boolean isEmpty() {
        return documents.isEmpty() && keys.isEmpty() && secrets.isEmpty();
    }
}
