package dev.sluice.control.snapshot;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "config_version")
class ConfigVersionEntity {
    @Id long version;
    Instant publishedAt;
    String author;
    @Nullable String comment;
    String origin;
    String currency;
    String trustedProxies;
    String sha256;
    String parts;

    ConfigVersion toVersion() {
        return new ConfigVersion(
                version,
                publishedAt,
                author,
                comment,
                Origin.valueOf(origin.toUpperCase(Locale.ROOT)),
                currency,
                trustedProxies.isEmpty() ? List.of() : List.of(trustedProxies.split(",", -1)),
                sha256);
    }
}
