package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.fetch.MediaFetcher;
import dev.sluice.dataplane.health.HealthBoard;
import dev.sluice.dataplane.health.RetryBudget;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.dataplane.health.SecretRing.Refusal;
import dev.sluice.dataplane.health.TargetKey;
import dev.sluice.dataplane.ingress.BodyWork;
import dev.sluice.dataplane.ingress.RequestReader;
import dev.sluice.dataplane.relay.Ticker;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.TokenCounter;
import dev.sluice.dataplane.upstream.UpstreamFault;
import dev.sluice.dataplane.upstream.UpstreamSender;
import dev.sluice.model.error.ErrorCode;
import io.vertx.core.Context;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** What the tries of one event loop work with. */
record LoopParts(
        Context context,
        RequestReader requests,
        BodyWork work,
        Ticker ticker,
        UpstreamSender sender,
        MediaFetcher media,
        HealthBoard health,
        SecretRing secrets,
        RetryBudget retryBudget,
        TokenCounter tokenCounter,
        QuotaReserver reserver,
        LiveAttempts live,
        CallListener listener,
        InstantSource clock) {

    /**
     * A stream has its first content: its target lives, and no other will be asked. A long
     * conversation that nobody reads again is not held while the answer lasts.
     */
    void talks(TargetKey key, Call call) {
        health.talks(key);
        if (ReplyLane.beginsSoon(call)) {
            requests.letGo(call);
        }
    }

    /** What a good answer tells of its target and secret. */
    void teachSuccess(TargetKey key, @Nullable OpenSecret secret, long firstContentMs) {
        health.succeeded(key, firstContentMs);
        if (secret != null) {
            secrets.accepted(key.upstream(), secret);
        }
    }

    /**
     * What a broken stream tells: an upstream that breaks off for the request's sake is not ill.
     */
    void teachBroken(ErrorCode code, @Nullable UpstreamSaid said, TargetKey key) {
        if (code == ErrorCode.UPSTREAM_TIMEOUT) {
            health.failed(key);
        } else if (said == null || said.status() < 400 || said.status() >= 500) {
            health.answeredBadly(key);
        }
    }

    /** What a fault tells of its target and secret. */
    void teach(UpstreamFault fault, AttemptFacts facts, TargetKey key, Snapshot snapshot) {
        var secret = facts.secret();
        var lastSecret = snapshot.secretsOf(key.upstream()).size() == 1;
        switch (fault) {
            case UpstreamFault.ServerFault _ when facts.cameWell() -> health.answeredBadly(key);
            case UpstreamFault.SecretRefused _ when facts.cameWell() && lastSecret ->
                    health.answeredBadly(key); // it was let in, and nothing could take its place
            case UpstreamFault.TimedOut _, UpstreamFault.ServerFault _ -> health.failed(key);
            case UpstreamFault.Invalid _ -> health.answeredBadly(key);
            case UpstreamFault.SecretRefused refused -> {
                if (secret != null) {
                    secrets.refused(key.upstream(), secret, refused.why(), refused.retryAfterMs());
                }
            }
            case UpstreamFault.NoCredential none -> {
                if (secret != null) {
                    secrets.refused(key.upstream(), secret, Refusal.NO_TOKEN, none.restMs());
                }
            }
            case UpstreamFault.RequestRefused _ -> health.succeeded(key, facts.elapsedMs());
            case UpstreamFault.Unreachable lost -> {
                if (!lost.stale()) {
                    health.unreachable(key);
                }
            }
            case UpstreamFault.Misconfigured _,
                    UpstreamFault.Untranslatable _,
                    UpstreamFault.Limited _ -> {}
        }
    }
}
