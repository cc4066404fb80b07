package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.Progress;
import dev.sluice.dataplane.quota.rule.RateHeaders;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.rule.WorstCase;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.RequestFacts;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Holds as a reserver would have made them. */
final class Holds {
    private Holds() {}

    static CallHold of(UUID id, String tenant, List<Rule> rules) {
        var held =
                new HeldCall(
                        1,
                        "r",
                        "t",
                        "n1",
                        new KeyPath(tenant, "a", "k", null),
                        "k1",
                        null,
                        null,
                        Operation.CHAT,
                        Dialect.OPENAI_CHAT,
                        "chat",
                        "m",
                        "u",
                        "USD",
                        null,
                        null,
                        null,
                        1,
                        Instant.EPOCH,
                        10,
                        Money.ZERO,
                        0,
                        "exact",
                        null,
                        new RequestFacts(false, null, null, false, false, 1, 10, 1, null));
        var worst = new WorstCase(10, 10, Money.ZERO, null, null, 10L);
        return new CallHold(
                id,
                Tariff.plain(ExchangeRates.none("USD")),
                rules,
                held,
                worst,
                new Progress(),
                RateHeaders.NONE,
                TestStore.EPOCH,
                null);
    }
}
