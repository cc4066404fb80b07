package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.dialect.fields.KnownFields;
import dev.sluice.dataplane.dialect.fields.KnownFields.Unknown;
import dev.sluice.model.policy.UnknownFields;
import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Collectors;

/** Looks for fields that a request's dialect does not have, where alias or caller want that. */
public final class FieldReviewer {
    private static final int LARGE_BODY_BYTES = 256 * 1024;

    private final BodyWork work;

    public FieldReviewer(BodyWork work) {
        this.work = work;
    }

    /** Fails with {@link GatewayFailure.Malformed}; a large body is read off the event loop. */
    public Future<Grant> review(Grant grant) {
        var policy = grant.caller().key().unknownFields().and(grant.alias().unknownFields());
        var known = policy == UnknownFields.PASS ? null : KnownFields.of(grant.call().door());
        if (known == null) {
            return Future.succeededFuture(grant);
        }
        var body = grant.call().body().bytes();
        return work.run(body, LARGE_BODY_BYTES, () -> known.unknownIn(body))
                .compose(found -> judged(grant, policy, found));
    }

    private static Future<Grant> judged(Grant grant, UnknownFields policy, List<Unknown> found) {
        if (found.isEmpty()) {
            return Future.succeededFuture(grant);
        }
        var names = found.stream().map(FieldReviewer::named).collect(Collectors.joining(", "));
        if (policy == UnknownFields.REJECT) {
            var text = (found.size() == 1 ? "Unknown field: " : "Unknown fields: ") + names + ".";
            return Future.failedFuture(new GatewayFailure.Malformed(text, found.getFirst().path()));
        }
        var warnings =
                found.stream()
                        .map(one -> named(one) + " is not known to " + dialect(grant))
                        .toList();
        return Future.succeededFuture(
                new Grant(grant.call(), grant.caller(), grant.alias(), warnings));
    }

    private static String dialect(Grant grant) {
        return grant.call().dialect().text();
    }

    private static String named(Unknown one) {
        return one.meant() == null
                ? "'" + one.path() + "'"
                : "'" + one.path() + "' (did you mean '" + one.meant() + "'?)";
    }
}
