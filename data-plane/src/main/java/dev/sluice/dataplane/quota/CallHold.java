package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Hold;
import dev.sluice.dataplane.call.Progress;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.quota.NodeCalls.Carried;
import dev.sluice.dataplane.quota.rule.RateHeaders;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.rule.WorstCase;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.quota.Overrun;
import dev.sluice.model.usage.ReservationFacts;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the node remembers of a call's reservation until it is settled. */
final class CallHold implements Hold {
    static final String PREPAID = "prepaid";

    private final UUID id;
    private final Tariff tariff;
    private final List<Rule> rules;
    private final HeldCall held;
    private final WorstCase worst;
    private final Progress progress;
    private final RateHeaders headers;
    private final boolean local;
    private final String epoch;
    private final @Nullable Long expectedOutput;
    private final Map<UUID, List<Rule>> attempts = new ConcurrentHashMap<>(2);
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Money money;

    /**
     * @param epoch life of the store's content in which it was admitted; empty when it was not
     *     admitted there
     * @param expectedOutput what budgets that go by the usual held for each choice
     */
    CallHold(
            UUID id,
            Tariff tariff,
            List<Rule> rules,
            HeldCall held,
            WorstCase worst,
            Progress progress,
            RateHeaders headers,
            String epoch,
            @Nullable Long expectedOutput) {
        this.id = id;
        this.tariff = tariff;
        this.rules = List.copyOf(rules);
        this.held = held;
        this.worst = worst;
        this.progress = progress;
        this.headers = headers;
        this.local = epoch.isEmpty();
        this.epoch = epoch;
        this.expectedOutput = expectedOutput;
        this.money = held.heldMoney();
    }

    UUID id() {
        return id;
    }

    String tenant() {
        return held.path().tenant();
    }

    List<Rule> rules() {
        return rules;
    }

    HeldCall held() {
        return held;
    }

    WorstCase worst() {
        return worst;
    }

    /** Whether the node had taken what it needs ahead, so that the store never hears of it. */
    boolean isPrepaid() {
        return held.mode().equals(PREPAID);
    }

    boolean isLocal() {
        return local;
    }

    String epoch() {
        return epoch;
    }

    Money money() {
        return money;
    }

    void raised(Money now) {
        money = now;
    }

    /** True once: the caller has the right and the duty to settle. */
    boolean close() {
        return closed.compareAndSet(false, true);
    }

    /** The id under which an attempt's limits were taken: one call may try twice. */
    void entered(UUID attempt, List<Rule> taken) {
        attempts.put(attempt, taken);
    }

    Map<UUID, List<Rule>> attempts() {
        return attempts;
    }

    /** Whether nothing may be tried that costs more than is held. */
    boolean isGuarded() {
        return hasStrictMoney(_ -> true);
    }

    /** Whether a budget refuses what has no price. */
    boolean needsPrices() {
        return hasStrictMoney(Budget::needsPrices);
    }

    private boolean hasStrictMoney(Predicate<Budget> wanted) {
        return rules.stream()
                .anyMatch(rule ->
                        rule instanceof Rule.Spend spend
                                && spend.guaranteed()
                                && spend.budget().countsMoney()
                                && wanted.test(spend.budget()));
    }

    @Override
    public ReservationFacts facts() {
        return new ReservationFacts(
                held.mode(), money, held.heldTokens(), null, expectedOutput, held.flat());
    }

    @Override
    public @Nullable Money ceiling() {
        return hasStrictMoney(it -> it.overrunOrDefault() == Overrun.PLATFORM) ? money : null;
    }

    @Override
    public Map<String, String> rateHeadersAfter(
            Settlement settlement, Map<String, String> admitted) {
        return headers.after(settlement.tokens().rateTokens());
    }

    /** What the call would be charged if the node died now: input and the output so far. */
    Carried carried() {
        var serving = progress.serving();
        var output = progress.outputTokens();
        if (serving == null) {
            return new Carried(id, 0, 0, 0);
        }
        var input = held.inputTokens();
        var charged = charge(serving, input, output);
        var ceiling = ceiling();
        return new Carried(
                id,
                ceiling == null ? charged : Math.min(charged, ceiling.nanos()),
                input + output,
                output);
    }

    private long charge(Candidate serving, long input, long output) {
        var usage = TokenUsage.of(input, output).servedAt(held.serviceTier());
        return tariff.quote(serving.model().priceBook(), held.startedAt())
                .map(quote -> quote.cost(usage).nanos())
                .orElseGet(() -> held.flat() == null ? 0L : held.flat().nanos());
    }

    /** Budgets alone: what is asserted again after the store lost it. */
    List<Rule> budgets() {
        var budgets = new ArrayList<Rule>();
        for (var rule : rules) {
            if (!(rule instanceof Rule.Rate)) {
                budgets.add(rule);
            }
        }
        return budgets;
    }
}
