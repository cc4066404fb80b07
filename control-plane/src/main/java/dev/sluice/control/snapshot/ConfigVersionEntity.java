package dev.sluice.control.snapshot;

import dev.sluice.model.access.Contacts;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.ExchangeRate;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

@Entity
@Table(name = "config_version")
class ConfigVersionEntity {
    private static final TypeReference<Map<String, List<ExchangeRate>>> CURRENCIES =
            new TypeReference<>() {};

    @Id long version;
    Instant publishedAt;
    String author;
    @Nullable String comment;
    String origin;
    String currency;
    String trustedProxies;
    String currencies;
    String contacts;
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
                SluiceJson.mapper().readValue(currencies, CURRENCIES),
                trustedProxies.isEmpty() ? List.of() : List.of(trustedProxies.split(",", -1)),
                SluiceJson.mapper().readValue(contacts, Contacts.class),
                sha256);
    }
}
