package dev.sluice.dataplane.identity;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.route.ModelAlias;
import java.util.List;

/** Stage 3: may this caller use this alias. */
public final class AccessAuthorizer {
    /** Fails with {@link GatewayFailure.AliasUnknown} or {@link GatewayFailure.AliasForbidden}. */
    public Grant authorize(Caller caller, Call asked) {
        var call = named(caller, asked);
        var name = call.envelope().alias();
        var alias = call.snapshot().aliases().get(name);
        if (alias == null) {
            throw new GatewayFailure.AliasUnknown(
                    "There is no model '" + name + "'. GET /v1/models lists those you may call.");
        }
        if (!caller.key().aliases().contains(name)) {
            throw new GatewayFailure.AliasForbidden(
                    "This API key may not call '"
                            + name
                            + "'. GET /v1/models lists those you may call.");
        }
        return new Grant(call, caller, alias);
    }

    /** Where the dialect needs no name, the only alias that the caller may use is meant. */
    private static Call named(Caller caller, Call call) {
        if (!call.envelope().alias().isEmpty()) {
            return call;
        }
        var own = caller.key().aliases();
        if (own.size() != 1) {
            throw new GatewayFailure.Malformed(
                    "'model' must be given: this API key may call more than one, or none.",
                    "model");
        }
        return call.withAlias(own.iterator().next());
    }

    /** The aliases that a caller may use, in the order of the catalogue. */
    public List<ModelAlias> aliasesOf(Caller caller, Snapshot snapshot) {
        return snapshot.aliases().values().stream()
                .filter(alias -> caller.key().aliases().contains(alias.name()))
                .toList();
    }
}
