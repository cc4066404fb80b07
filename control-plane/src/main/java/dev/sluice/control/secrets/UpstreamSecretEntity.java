package dev.sluice.control.secrets;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "upstream_secret")
class UpstreamSecretEntity {
    @Id String id;
    String upstream;
    String name;
    String sealed;
    String hint;
    Instant changedAt;
    @Nullable Instant retiredAt;

    SealedSecret toSecret() {
        return new SealedSecret(upstream, name, sealed, hint);
    }
}
