package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.dialect.openai.UpstreamSaid;
import io.vertx.core.MultiMap;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Stages 6 and 7 for one try: translates, sends, and tells what a bad answer means. */
public final class UpstreamSender {
    private static final int LARGE_REQUEST_BYTES = 64 * 1024;

    private final UpstreamClient client;
    private final UpstreamTargets targets;
    private final RequestTranslator translator;
    private final RefusedFields refusedFields;
    private final InstantSource clock;

    public UpstreamSender(
            UpstreamClient client,
            UpstreamTargets targets,
            TargetQuirks quirks,
            InstantSource clock) {
        this.client = client;
        this.targets = targets;
        this.refusedFields = quirks.refusedFields();
        this.translator = new RequestTranslator(refusedFields);
        this.clock = clock;
    }

    /**
     * A request under way.
     *
     * @param added fields that the gateway put in by itself
     * @param large whether an early error leaves a connection that cannot be trusted
     */
    public record Sent(Exchange exchange, List<String> added, boolean large) {}

    /** The names of the addresses of a candidate; empty where it cannot be called. */
    public List<String> instances(Candidate candidate) {
        return targets.names(candidate.upstream());
    }

    /** Whether a call without a credential would be a mistake of the config. */
    public boolean needsSecret(Candidate candidate) {
        var provider = Providers.find(candidate.upstream().provider());
        return (provider != null && provider.secretNeeded())
                || !candidate.upstream().secrets().isEmpty();
    }

    /** Why the candidate cannot be called at all; null where it can. */
    public @Nullable String unusable(Candidate candidate) {
        var upstream = candidate.upstream();
        if (Providers.find(upstream.provider()) == null) {
            return "upstream '"
                    + upstream.name()
                    + "' has a provider that is not supported yet: "
                    + upstream.provider();
        }
        return targets.of(upstream).isEmpty()
                ? "upstream '" + upstream.name() + "' has no valid address"
                : null;
    }

    /** The candidate must be usable and the instance one of its own. */
    public Sent send(
            ReservedCall reserved,
            Candidate candidate,
            String instance,
            @Nullable OpenSecret secret,
            long connectMs) {
        var upstream = candidate.upstream();
        var provider = Providers.find(upstream.provider());
        var address =
                targets.of(upstream).stream()
                        .filter(one -> one.name().equals(instance))
                        .findFirst()
                        .orElse(null);
        if (provider == null || address == null) {
            throw new IllegalStateException("send to an unusable candidate");
        }
        var payload = translator.translate(reserved, candidate, provider);
        var call = reserved.call();
        var headers =
                new UpstreamHeaders(
                        secret, call.envelope().stream(), call.traceId(), upstream.headers());
        var exchange =
                client.send(
                        address,
                        address.pathOf(call.operation()),
                        headers,
                        payload.body(),
                        connectMs);
        return new Sent(exchange, payload.added(), payload.body().length() > LARGE_REQUEST_BYTES);
    }

    /** What an answer with an error status means. */
    public UpstreamFault classify(int status, MultiMap headers, byte[] body) {
        return FaultClassifier.classify(status, headers, body, clock.instant());
    }

    /** What an error inside a 200 means. */
    public UpstreamFault classifyInside(UpstreamSaid said, byte[] body) {
        return FaultClassifier.classifyInside(said, body);
    }

    /**
     * Whether the upstream refused the request for a field that only the gateway put in. If so, it
     * is not sent there again.
     */
    public boolean learnsFrom(UpstreamFault fault, Candidate candidate, List<String> added) {
        if (!(fault instanceof UpstreamFault.RequestRefused refused)) {
            return false;
        }
        var said = refused.answer().said().message();
        var text = said == null ? "" : said.toLowerCase(Locale.ROOT);
        for (var field : added) {
            if (text.contains(field)) {
                refusedFields.add(candidate, field);
                return true;
            }
        }
        return false;
    }
}
