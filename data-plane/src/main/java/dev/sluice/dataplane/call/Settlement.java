package dev.sluice.dataplane.call;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;

/** What replaces the hold: the usage and cost that were journaled. */
public record Settlement(UsageEvent event) {
    public TokenUsage tokens() {
        return event.tokens();
    }

    public Money cost() {
        return event.cost();
    }
}
