package dev.sluice.model.snapshot;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.sluice.model.access.App;
import dev.sluice.model.access.Contacts;
import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A piece of a snapshot that travels on its own, named by the SHA-256 of its JSON. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ConfigPart.Catalogue.class, name = "catalogue"),
    @JsonSubTypes.Type(value = ConfigPart.TenantPart.class, name = "tenant"),
    @JsonSubTypes.Type(value = ConfigPart.KeysPart.class, name = "keys")
})
public sealed interface ConfigPart {
    /** Version of this form; readers ignore fields they do not know. */
    int FORM_VERSION = 1;

    int v();

    /**
     * Everything that is not a tenant's.
     *
     * @param currencies exchange rates; absent where there are none
     * @param trustedProxies absent in parts of versions before there were any
     */
    record Catalogue(
            int v,
            String currency,
            @JsonInclude(JsonInclude.Include.NON_EMPTY)
                    @Nullable Map<String, List<ExchangeRate>> currencies,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<String> trustedProxies,
            List<Upstream> upstreams,
            List<UpstreamModel> models,
            List<ModelAlias> aliases)
            implements ConfigPart {
        public Catalogue {
            trustedProxies = trustedProxies == null ? List.of() : List.copyOf(trustedProxies);
            upstreams = List.copyOf(upstreams);
            models = List.copyOf(models);
            aliases = List.copyOf(aliases);
        }

        public Installation installation() {
            return Installation.of(
                    currency,
                    currencies,
                    trustedProxies == null ? List.of() : trustedProxies,
                    Contacts.NONE);
        }
    }

    /** A tenant with its apps. */
    record TenantPart(int v, Tenant tenant, List<App> apps) implements ConfigPart {
        public TenantPart {
            apps = List.copyOf(apps);
        }
    }

    /** At most {@value #MOST_KEYS} keys of a tenant, AppKeys and sub-keys. */
    record KeysPart(int v, String tenant, int chunk, List<KeyGrant> keys) implements ConfigPart {
        public static final int MOST_KEYS = 1000;

        public KeysPart {
            keys = List.copyOf(keys);
        }
    }
}
