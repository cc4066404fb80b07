package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.quota.rule.Refusals;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.rule.WorstCase;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.price.Quote;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.usage.RequestFacts;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All that an admission needs, worked out once.
 *
 * @param expectedOutput what such calls usually give for each choice; null where it is not known
 * @param tries how often its cap was lowered
 * @param sent the store may have been told of it
 * @param waited the store was given its moment to come back
 */
record ReadyCall(
        RoutePlan plan,
        long countedInput,
        WorstCase worst,
        @Nullable Long expectedOutput,
        List<Rule> rules,
        int tries,
        boolean sent,
        boolean waited) {
    private static final int MOST_TRIES = 8;

    UUID id() {
        return plan.call().id();
    }

    String tenant() {
        return plan.grant().caller().key().path().tenant();
    }

    Refusals.Asked asked(InputCounter counter) {
        return new Refusals.Asked(plan, countedInput, counter, worst);
    }

    /** Whether it may be tried with a lower cap; others may be taking what is left meanwhile. */
    boolean mayShrink() {
        return tries < MOST_TRIES;
    }

    /** Without a cap of its own a call gets one only where a strict budget must bound it. */
    @Nullable Long outputCap() {
        var asked = plan.outputCap();
        var mustBound =
                rules.stream()
                        .anyMatch(rule -> rule instanceof Rule.Spend spend && spend.guaranteed());
        return asked != null || !mustBound ? asked : worst.outputCap();
    }

    /** What budgets that go by the usual held for each choice; null where none does. */
    @Nullable Long expectedHeld() {
        return rules.stream().anyMatch(ReadyCall::isExpected) ? expectedOutput : null;
    }

    static boolean isExpected(Rule rule) {
        return rule instanceof Rule.Spend spend
                && spend.budget().modeOrDefault() == BudgetMode.EXPECTED;
    }

    ReadyCall wasSent() {
        return new ReadyCall(plan, countedInput, worst, expectedOutput, rules, tries, true, waited);
    }

    ReadyCall hasWaited() {
        return new ReadyCall(plan, countedInput, worst, expectedOutput, rules, tries, sent, true);
    }

    HeldCall heldCall(String mode, String node) {
        var call = plan.call();
        var envelope = call.envelope();
        var key = plan.grant().caller().key();
        var first = plan.candidates().getFirst();
        var tariff = plan.tariff();
        var quote = tariff.quote(first.model().priceBook(), call.startedAt());
        return new HeldCall(
                HeldCall.VERSION,
                call.requestId(),
                call.traceId(),
                node,
                key.path(),
                key.keyId(),
                envelope.endUser(),
                key.businessLine(),
                call.operation(),
                call.dialect(),
                plan.grant().alias().name(),
                first.model().name(),
                first.upstream().name(),
                tariff.currency(),
                tariff.terms(call.startedAt()),
                call.serviceTier(),
                quote.map(Quote::priceVersion).orElse(null),
                call.snapshot().version(),
                call.startedAt(),
                countedInput,
                worst.money(),
                worst.tokens(),
                mode,
                worst.flat(),
                new RequestFacts(
                        envelope.stream(),
                        envelope.capAsked(),
                        outputCap(),
                        envelope.tools(),
                        envelope.images(),
                        envelope.choices(),
                        call.bodyBytes(),
                        plan.candidates().size(),
                        null));
    }
}
