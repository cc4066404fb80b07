package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.dialect.openai.media.SpeechLength;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.route.Operation;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The most that one attempt of a call can use: input at the family's margin plus the output cap for
 * every choice and prompt, or the pictures asked for and the sound sent, at the dearest candidate.
 *
 * @param money at the dearest candidate; one without a price counts with what is charged for it
 * @param unpriced says why where a candidate has no price; else null
 * @param flat what is charged for a call without a price; null where no budget says
 * @param outputCap what goes upstream for each choice; null sends none
 */
public record WorstCase(
        long inputTokens,
        long outputTokens,
        Money money,
        @Nullable String unpriced,
        @Nullable Money flat,
        @Nullable Long outputCap) {
    /** Where nobody set a cap and the model's own limit is unknown. */
    private static final long DEFAULT_CAP = 4_096;

    /** The dearest picture of the models that are paid by tokens. */
    private static final long IMAGE_TOKENS = 8_192;

    private static final long SECOND_MS = 1_000;

    /** So that choices and prompts cannot make it overflow; no model gives more. */
    private static final long MOST_CAP = 1_000_000_000;

    public static WorstCase of(
            RoutePlan plan, long countedInput, InputCounter counter, @Nullable Money flat) {
        return of(plan, countedInput, counter, flat, cap(plan));
    }

    /** The same where each choice gives no more than so many tokens of output. */
    WorstCase upTo(long output, RoutePlan plan, long countedInput, InputCounter counter) {
        var cap = cap(plan);
        return of(plan, countedInput, counter, flat, cap == null ? null : Math.min(cap, output));
    }

    /**
     * The highest output cap whose worst case takes no more of a budget than an amount; nothing
     * where the call has no cap to lower, or does not fit with any.
     */
    OptionalLong highestCap(
            RoutePlan plan, long countedInput, InputCounter counter, Budget budget, long left) {
        var cap = cap(plan);
        if (cap == null || !takesAtMost(left, of(plan, countedInput, counter, flat, 1L), budget)) {
            return OptionalLong.empty();
        }
        var fits = 1L;
        var tooMuch = Math.min(cap, MOST_CAP) + 1;
        while (tooMuch - fits > 1) {
            var middle = fits + (tooMuch - fits) / 2;
            if (takesAtMost(left, of(plan, countedInput, counter, flat, middle), budget)) {
                fits = middle;
            } else {
                tooMuch = middle;
            }
        }
        return OptionalLong.of(fits);
    }

    private static boolean takesAtMost(long left, WorstCase worst, Budget budget) {
        return (budget.countsMoney() ? worst.money().nanos() : worst.tokens()) <= left;
    }

    private static WorstCase of(
            RoutePlan plan,
            long countedInput,
            InputCounter counter,
            @Nullable Money flat,
            @Nullable Long cap) {
        var envelope = plan.call().envelope();
        var output =
                cap == null
                        ? mostOfMedia(plan)
                        : Math.min(cap, MOST_CAP)
                                * Math.max(1, envelope.choices())
                                * Math.max(1, envelope.prompts());
        var input = 0L;
        Money money = Money.ZERO;
        String unpriced = null;
        var tariff = plan.tariff();
        for (var candidate : plan.candidates()) {
            var here = counter.worstCase(candidate.model(), countedInput);
            input = Math.max(input, here);
            var most = most(candidate, here, output, plan.call(), tariff);
            if (most == null) {
                unpriced = unpriced(candidate, tariff, plan.call().startedAt());
                most = flat;
            }
            if (most != null && most.compareTo(money) > 0) {
                money = most;
            }
        }
        return new WorstCase(input, output, money, unpriced, flat, cap);
    }

    private static String unpriced(Candidate candidate, Tariff tariff, Instant at) {
        return tariff.whyUnpriced(candidate.model().priceBook(), at);
    }

    /** The cap that goes upstream: the plan's, else what the first model can give. */
    private static @Nullable Long cap(RoutePlan plan) {
        var produces =
                plan.call().operation() == Operation.CHAT
                        || plan.call().operation() == Operation.COMPLETIONS;
        if (!produces) {
            return null;
        }
        var cap = plan.outputCap();
        if (cap != null) {
            return cap;
        }
        var most = plan.candidates().getFirst().model().maxOutput();
        return most != null ? most : DEFAULT_CAP;
    }

    /** Pictures and sound have no cap that could be sent: what a model may make of them. */
    private static long mostOfMedia(RoutePlan plan) {
        var each =
                switch (plan.call().operation()) {
                    case IMAGES -> IMAGE_TOKENS;
                    case AUDIO -> Math.max(DEFAULT_CAP, 2 * SpeechLength.tokens(plan.call()));
                    case CHAT, COMPLETIONS, EMBEDDINGS, RERANK -> 0;
                };
        var most = 0L;
        for (var candidate : plan.candidates()) {
            var own = candidate.model().maxOutput();
            var priced =
                    each > 0
                            && candidate
                                    .model()
                                    .priceBook()
                                    .at(plan.call().startedAt())
                                    .filter(Price::pricesOutput)
                                    .isPresent();
            most = Math.max(most, !priced ? 0 : own == null ? each : Math.min(own, MOST_CAP));
        }
        return most * Math.max(1, plan.call().envelope().choices());
    }

    /** The same call at another candidate; null where nothing says what that is charged. */
    public @Nullable Money at(Candidate candidate, RoutePlan plan) {
        var most = most(candidate, inputTokens, outputTokens, plan.call(), plan.tariff());
        return most == null ? flat : most;
    }

    private static @Nullable Money most(
            Candidate candidate, long input, long output, Call call, Tariff tariff) {
        var images = call.operation() == Operation.IMAGES ? call.envelope().choices() : 0;
        var tier = call.serviceTier();
        return tariff.quote(candidate.model().priceBook(), call.startedAt())
                .map(quote -> quote.most(input, output, images, heldMs(call), tier))
                .orElse(null);
    }

    /** Providers count whole seconds, and a file's head may tell a moment less. */
    private static long heldMs(Call call) {
        return call.soundMs() == 0 ? 0 : (call.soundMs() / SECOND_MS + 2) * SECOND_MS;
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }

    /** What a money budget holds for the call; it may refuse one without a price. */
    public long moneyFor(Budget budget, String owner, boolean strict) {
        if (unpriced == null || !strict || !budget.needsPrices()) {
            return money.nanos();
        }
        throw new GatewayFailure.QuotaRefused(
                ErrorCode.QUOTA_EXCEEDED,
                unpriced
                        + ", so the budget of "
                        + owner
                        + " cannot guard this call: give the model a price, or set the budget's"
                        + " 'unpriceable'",
                owner.replace(' ', '/') + " price " + budget.window().text(),
                Map.of("x-should-retry", "false"));
    }
}
