package dev.sluice.model.price;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a model costs a tenant for a call that began at an instant: the only place where usage
 * becomes money, on the node as in the ledger.
 *
 * @param listRate of the price's currency, in units of the installation's
 * @param ownRate of the tenant's currency, likewise
 */
public record Quote(
        Tariff tariff,
        String priceVersion,
        Price price,
        Instant startedAt,
        BigDecimal listRate,
        BigDecimal ownRate) {

    /** A billion units: no call costs more, whatever an upstream says that it used. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    /** What the usage costs, at the service tier that it names. */
    public Charge charge(TokenUsage usage) {
        var lines = price.lines(usage, startedAt);
        var sum = BigDecimal.ZERO;
        for (var line : lines) {
            sum = sum.add(line.amount());
        }
        var cost = sum.multiply(tariff.markup()).multiply(listRate);
        var most = MOST.multiply(ownRate);
        return new Charge(
                priceVersion,
                tariff.currencyOf(price),
                lines,
                sum,
                terms(),
                Money.charged(cost.min(most), ownRate),
                Money.charged(sum.multiply(listRate).min(MOST)));
    }

    /** What is charged for the usage, in the tenant's currency. */
    public Money cost(TokenUsage usage) {
        return charge(usage).cost();
    }

    /**
     * The most that so many tokens, pictures and so much sound can be charged with.
     *
     * @param serviceTier the one that the caller asked for
     */
    public Money most(
            long inputTokens,
            long outputTokens,
            long images,
            long audioMs,
            @Nullable String serviceTier) {
        var list =
                price.mostFor(inputTokens, outputTokens, images, audioMs, startedAt, serviceTier);
        return Money.held(list.multiply(tariff.markup()).multiply(listRate), ownRate);
    }

    /** Null where the tenant pays list prices in the installation's currency. */
    private @Nullable Terms terms() {
        var ofTenant = tariff.terms(startedAt);
        var own = tariff.rates().currency();
        var priced = tariff.currencyOf(price);
        return priced.equals(own)
                ? ofTenant
                : new Terms(null, own, Map.of(priced, listRate)).and(ofTenant);
    }
}
