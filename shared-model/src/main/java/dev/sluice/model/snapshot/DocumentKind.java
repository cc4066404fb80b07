package dev.sluice.model.snapshot;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;

/** Kinds of config documents, in the order in which they may refer to each other. */
public enum DocumentKind {
    UPSTREAM("upstream", Upstream.class),
    MODEL("model", UpstreamModel.class),
    ALIAS("alias", ModelAlias.class),
    TENANT("tenant", Tenant.class),
    APP("app", App.class),
    KEY("key", AppKey.class),
    SUB_KEY("sub-key", SubKey.class);

    private final String text;
    private final Class<? extends ConfigBody> bodyType;

    DocumentKind(String text, Class<? extends ConfigBody> bodyType) {
        this.text = text;
        this.bodyType = bodyType;
    }

    @JsonValue
    public String text() {
        return text;
    }

    public Class<? extends ConfigBody> bodyType() {
        return bodyType;
    }
}
