package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.health.HealthBoard;
import dev.sluice.dataplane.health.RetryBudget;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.dataplane.relay.Ticker;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.dataplane.stage.TokenCounter;
import dev.sluice.dataplane.upstream.UpstreamSender;
import io.vertx.core.Context;
import java.time.InstantSource;

/** What the tries of one event loop work with. */
record LoopParts(
        Context context,
        Ticker ticker,
        UpstreamSender sender,
        HealthBoard health,
        SecretRing secrets,
        RetryBudget retryBudget,
        TokenCounter tokenCounter,
        QuotaReserver reserver,
        LiveAttempts live,
        InstantSource clock) {}
