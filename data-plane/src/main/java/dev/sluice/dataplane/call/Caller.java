package dev.sluice.dataplane.call;

import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.price.Tariff;

/** Who stands behind one call: a key that was recognised and may be used now, and from where. */
public record Caller(KeyEntry key, String clientAddress) {
    /** How the caller's tenant is charged for what began under a version. */
    public Tariff tariff(Snapshot snapshot) {
        return snapshot.tariffOf(key.path().tenant());
    }
}
