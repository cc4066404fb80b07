package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.dialect.rerank.RerankShape;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.upstream.provider.CallTarget;
import dev.sluice.dataplane.upstream.provider.Paths;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.dataplane.upstream.provider.auth.Outgoing;
import dev.sluice.dataplane.upstream.request.Payload;
import dev.sluice.dataplane.upstream.request.RefusedFields;
import dev.sluice.dataplane.upstream.request.RequestTranslator;
import dev.sluice.dataplane.upstream.token.NoToken;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.route.Upstream;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stages 6 and 7 for one try: translates, sends, and tells what a bad answer means. */
public final class UpstreamSender {
    private static final int LARGE_REQUEST_BYTES = 64 * 1024;
    private static final String COUNT = "count_tokens";
    private static final String ANTHROPIC_VERSION = "anthropic-version";

    private final UpstreamClient client;
    private final UpstreamTargets targets;
    private final RequestTranslator translator;
    private final RefusedFields refusedFields;
    private final Credentials credentials;
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
        this.credentials = new Credentials(client, quirks, clock);
        this.clock = clock;
    }

    /**
     * A request under way.
     *
     * @param dialect that the upstream answers in
     * @param added fields that the gateway put in by itself
     * @param translated whether the request was written anew, in another dialect than the caller's
     * @param echoed what the answer will say again of a translated request; null where it is
     *     nothing
     * @param warnings what the translation could not keep
     * @param large whether an early error leaves a connection that cannot be trusted
     * @param further bodies that the call still takes
     * @param way sends one of them
     */
    public record Sent(
            Exchange exchange,
            Dialect dialect,
            List<String> added,
            boolean translated,
            @Nullable ChatRequest echoed,
            List<String> warnings,
            boolean large,
            List<Buffer> further,
            Function<Buffer, Exchange> way) {
        /** Sends the next body, which must be there. */
        public Sent next() {
            var body = further.getFirst();
            var rest = further.subList(1, further.size());
            return new Sent(
                    way.apply(body),
                    dialect,
                    added,
                    translated,
                    echoed,
                    warnings,
                    isLarge(body),
                    rest,
                    way);
        }

        private static boolean isLarge(Buffer body) {
            return body.length() > LARGE_REQUEST_BYTES;
        }
    }

    /** The dialect that a candidate speaks. */
    public Dialect dialectOf(Candidate candidate) {
        var own = candidate.upstream().dialect();
        var provider = Providers.find(candidate.upstream().provider());
        return own != null ? own : provider == null ? Dialect.OPENAI_CHAT : provider.dialect();
    }

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
        if (!Codecs.speaks(dialectOf(candidate))) {
            return "upstream '"
                    + upstream.name()
                    + "' speaks a dialect that is not supported yet: "
                    + dialectOf(candidate).text();
        }
        return targets.of(upstream).isEmpty()
                ? "upstream '" + upstream.name() + "' has no valid address"
                : null;
    }

    /** Whether writing the request means reading all of it. */
    public boolean translates(Call call, Candidate candidate) {
        return call.dialect() != dialectOf(candidate);
    }

    /**
     * The request for a candidate, which must be usable. Fails with {@link
     * dev.sluice.dataplane.call.GatewayFailure} where it cannot be said to it. Any thread may do
     * it.
     */
    public Payload write(ReservedCall reserved, Candidate candidate) {
        var provider = Providers.find(candidate.upstream().provider());
        if (provider == null) {
            throw new IllegalStateException("a request for an unusable candidate");
        }
        return translator.translate(reserved, candidate, provider, dialectOf(candidate));
    }

    /** The candidate must be usable and the instance one of its own. */
    public Sent send(
            Call call,
            Payload payload,
            Candidate candidate,
            String instance,
            @Nullable OpenSecret secret,
            long connectMs) {
        var upstream = candidate.upstream();
        var provider = Providers.find(upstream.provider());
        var address = targets.find(upstream, instance);
        if (provider == null || address == null) {
            throw new IllegalStateException("send to an unusable candidate");
        }
        var dialect = dialectOf(candidate);
        var target = target(call, candidate, dialect, payload);
        var own = ownPath(call, upstream.provider());
        var base = address.base();
        var uri = own != null ? base.join(own) : provider.paths().of(base, target);
        var headers =
                new UpstreamHeaders(
                        dialect,
                        target.operation(),
                        payload.contentType(),
                        target.stream(),
                        call.traceId(),
                        dialectHeaders(call, dialect),
                        upstream.headers());
        Function<Buffer, Exchange> way =
                body -> transmit(upstream, address, uri, headers, secret, body, connectMs);
        return new Sent(
                way.apply(payload.body()),
                dialect,
                payload.added(),
                payload.translated(),
                payload.echoed(),
                payload.warnings(),
                Sent.isLarge(payload.body()),
                payload.further(),
                way);
    }

    /**
     * Asks a candidate of the caller's own dialect how many tokens a request has; null where it
     * cannot tell.
     */
    public @Nullable Exchange count(
            Call call, Candidate candidate, @Nullable OpenSecret secret, long connectMs) {
        var upstream = candidate.upstream();
        var provider = Providers.find(upstream.provider());
        var addresses = targets.of(upstream);
        var dialect = dialectOf(candidate);
        if (provider == null
                || addresses.isEmpty()
                || dialect != call.dialect()
                || refusedFields.contains(candidate, COUNT)) {
            return null;
        }
        var address = addresses.getFirst();
        var model = candidate.model().providerName();
        var chat = new CallTarget(dialect, Operation.CHAT, model, false, "");
        var uri = Paths.ofCount(dialect, provider.paths().of(address.base(), chat));
        if (uri == null) {
            return null;
        }
        var patch = new JsonPatch();
        var target = new RequestTarget(model, null, null, null, false);
        Codecs.of(dialect).requests().patch(patch, call.body(), target);
        var bytes = call.body().bytes();
        var headers =
                new UpstreamHeaders(
                        dialect,
                        Operation.CHAT,
                        "application/json",
                        false,
                        call.traceId(),
                        dialectHeaders(call, dialect),
                        upstream.headers());
        var body = Buffer.buffer(patch.apply(bytes, 0, bytes.length));
        return transmit(upstream, address, uri, headers, secret, body, connectMs);
    }

    /** A server that has no such thing is not asked again. */
    public void countsNothing(Candidate candidate) {
        refusedFields.add(candidate, COUNT);
    }

    private Exchange transmit(
            Upstream upstream,
            UpstreamAddress address,
            String uri,
            UpstreamHeaders headers,
            @Nullable OpenSecret secret,
            Buffer body,
            long connectMs) {
        var exchange = new Exchange();
        if (secret == null) {
            client.send(exchange, address, uri, headers::putInto, body, connectMs);
            return exchange;
        }
        credentials
                .shown(upstream, address, secret)
                .onSuccess(shown -> {
                    if (exchange.isCancelled()) {
                        return;
                    }
                    exchange.showing(shown);
                    client.send(
                            exchange,
                            address,
                            shown.authorizer().uri(uri, shown.secret()),
                            out -> {
                                headers.putInto(out);
                                var going = outgoing(upstream, address, uri, out, body);
                                shown.authorizer().authorize(going, shown.secret());
                            },
                            body,
                            connectMs);
                })
                .onFailure(none -> exchange.unshown(NoToken.of(none)));
        return exchange;
    }

    private static CallTarget target(
            Call call, Candidate candidate, Dialect dialect, Payload payload) {
        return new CallTarget(
                dialect,
                payload.translated() ? Operation.CHAT : call.operation(),
                candidate.model().providerName(),
                call.envelope().stream(),
                call.door().variant());
    }

    /** The caller's own to the same dialect; what a dialect demands is there in any case. */
    private static Map<String, String> dialectHeaders(Call call, Dialect dialect) {
        var own =
                call.dialect() == dialect
                        ? call.wishes().dialectHeaders()
                        : Map.<String, String>of();
        if (dialect != Dialect.ANTHROPIC || own.containsKey(ANTHROPIC_VERSION)) {
            return own;
        }
        var all = new HashMap<>(own);
        all.put(ANTHROPIC_VERSION, "2023-06-01");
        return all;
    }

    /** The path of an operation that does not depend on the dialect; null where it does. */
    private static @Nullable String ownPath(Call call, String provider) {
        return call.operation() == Operation.RERANK ? RerankShape.of(provider).path() : null;
    }

    private static Outgoing outgoing(
            Upstream upstream, UpstreamAddress address, String uri, MultiMap headers, Buffer body) {
        var source = upstream.credentials();
        var region = source == null ? null : source.region();
        return new Outgoing("POST", address.host(), address.port(), uri, region, headers, body);
    }

    /** What an answer with an error status means. */
    public UpstreamFault classify(
            Candidate candidate, Exchange exchange, UpstreamReply reply, byte[] body) {
        return credentials.learnFrom(
                exchange.shown(),
                classifier(candidate)
                        .classify(
                                reply.status(),
                                reply.headers(),
                                exchange.withoutSecret(body),
                                clock.instant()));
    }

    /** What an error inside a 200 means. */
    public UpstreamFault classifyInside(
            Candidate candidate, Exchange exchange, UpstreamSaid said, byte[] body) {
        return credentials.learnFrom(
                exchange.shown(),
                classifier(candidate)
                        .classifyInside(
                                exchange.withoutSecret(said), exchange.withoutSecret(body)));
    }

    private FaultClassifier classifier(Candidate candidate) {
        var provider = Providers.find(candidate.upstream().provider());
        return new FaultClassifier(
                dialectOf(candidate), provider == null ? Map.of() : provider.statuses());
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
        // A message may name other fields, too: those to take instead.
        var param = UpstreamErrors.paramOf(refused.answer().body());
        for (var field : added) {
            var isMeant =
                    param == null
                            ? text.contains(field)
                            : param.equals(field) || param.startsWith(field + ".");
            if (isMeant) {
                refusedFields.add(candidate, field);
                return true;
            }
        }
        return false;
    }
}
