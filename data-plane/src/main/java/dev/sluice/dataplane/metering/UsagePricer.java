package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.call.AttemptReport;
import dev.sluice.dataplane.call.AttemptReport.MediaCount;
import dev.sluice.dataplane.call.CachedAnswer;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Charge;
import dev.sluice.model.price.Quote;
import dev.sluice.model.price.Terms;
import dev.sluice.model.route.Billing;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.Counted;
import dev.sluice.model.usage.RequestFacts;
import dev.sluice.model.usage.ReservationFacts;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns an outcome, or a refusal, into its usage event: whose tokens bill, and what they cost. */
final class UsagePricer {
    private static final int MOST_ALIAS_CHARS = 200;

    private final String node;

    UsagePricer(String node) {
        this.node = node;
    }

    /** What the response cache had to do with a call. */
    private record CachePart(CacheState state, Map<String, String> extensions) {
        static final CachePart NONE = new CachePart(CacheState.OFF, Map.of());
    }

    /** What the attempts of a call add up to. */
    private record Figures(
            List<Attempt> attempts,
            TokenUsage tokens,
            Counted counted,
            Money cost,
            Money providerCost,
            @Nullable Terms terms,
            long upstreamMs,
            @Nullable String servedModel,
            @Nullable String finishReason) {
        static Figures none(@Nullable Terms terms) {
            return new Figures(
                    List.of(),
                    TokenUsage.NONE,
                    Counted.NONE,
                    Money.ZERO,
                    Money.ZERO,
                    terms,
                    0,
                    null,
                    null);
        }
    }

    UsageEvent price(ReservedCall reserved, Outcome outcome) {
        var call = reserved.call();
        return event(
                call,
                reserved.plan().grant().caller(),
                statusOf(outcome),
                outcome.httpStatus(),
                outcome.errorCode() == null ? null : outcome.errorCode().code(),
                figures(reserved, outcome),
                facts(call, reserved.outputCap(), reserved.plan().candidates().size()),
                reserved.hold().facts(),
                new CachePart(reserved.progress().cache(), Map.of()));
    }

    private static Figures figures(ReservedCall reserved, Outcome outcome) {
        var attempts = new ArrayList<Attempt>(outcome.attempts().size());
        var tokens = TokenUsage.NONE;
        var counted = Counted.NONE;
        var tries = Money.ZERO;
        var provider = Money.ZERO;
        var terms = reserved.plan().tariff().terms(reserved.call().startedAt());
        var flat = reserved.hold().facts().flat();
        for (var report : outcome.attempts()) {
            var priced = attempt(report, reserved, flat);
            var attempt = priced.attempt();
            flat = priced.isFlat() ? null : flat; // once for a call
            attempts.add(attempt);
            tokens = tokens.plus(attempt.tokens());
            tries = tries.plus(attempt.cost());
            provider = provider.plus(attempt.providerCost());
            terms = priced.terms() == null ? terms : priced.terms().and(terms);
            counted =
                    new Counted(
                            counted.input() + attempt.counted().input(),
                            counted.output() + attempt.counted().output());
        }
        // Beyond what a strict budget held, the difference goes to the platform's overrun account.
        var ceiling = reserved.hold().ceiling();
        var cost = ceiling != null && ceiling.compareTo(tries) < 0 ? ceiling : tries;
        var last = outcome.attempts().isEmpty() ? null : outcome.attempts().getLast();
        return new Figures(
                attempts,
                tokens,
                counted,
                cost,
                provider,
                terms,
                outcome.upstreamMs(),
                last == null ? null : last.servedModel(),
                last == null ? null : last.finishReason());
    }

    UsageEvent refusal(Call call, Caller caller, GatewayFailure failure) {
        var refusedBy =
                failure instanceof GatewayFailure.QuotaRefused refused ? refused.refusedBy() : null;
        return event(
                call,
                caller,
                UsageStatus.REJECTED,
                failure.httpStatus(),
                failure.code().code(),
                Figures.none(caller.tariff(call.snapshot()).terms(call.startedAt())),
                facts(call, null, 0),
                refusedBy == null ? null : new ReservationFacts("exact", Money.ZERO, 0, refusedBy),
                CachePart.NONE);
    }

    /** An answer from the cache costs nothing; what it saved stands among the extensions. */
    UsageEvent hit(RoutePlan plan, CachedAnswer answer) {
        var usage = answer.usage() == null ? TokenUsage.NONE : answer.usage();
        var model = plan.candidates().getFirst().model();
        var tariff = plan.tariff();
        var startedAt = plan.call().startedAt();
        var saved =
                tariff.quote(model.priceBook(), startedAt)
                        .map(quote -> quote.cost(usage))
                        .orElse(Money.ZERO);
        return event(
                plan.call(),
                plan.grant().caller(),
                UsageStatus.CACHED,
                200,
                null,
                Figures.none(tariff.terms(startedAt)),
                facts(plan.call(), plan.outputCap(), plan.candidates().size()),
                null,
                new CachePart(
                        CacheState.HIT,
                        Map.of(
                                "savedCost", saved.toString(),
                                "savedInput", Long.toString(usage.input()),
                                "savedOutput", Long.toString(usage.output()))));
    }

    private static UsageStatus statusOf(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> UsageStatus.COMPLETED;
            case Outcome.Failed _ -> UsageStatus.FAILED;
            case Outcome.Cancelled _ -> UsageStatus.CANCELLED;
            case Outcome.Interrupted _ -> UsageStatus.INTERRUPTED;
        };
    }

    /** An attempt, and what its price had between list and charge. */
    private record Priced(Attempt attempt, @Nullable Charge charge) {
        @Nullable Terms terms() {
            return charge == null ? null : charge.terms();
        }

        boolean isFlat() {
            return charge != null && charge.priceVersion() == null;
        }
    }

    private static Priced attempt(
            AttemptReport report, ReservedCall reserved, @Nullable Money flat) {
        var model = report.candidate().model();
        var media = report.produced() ? report.media() : MediaCount.NONE;
        var counted =
                report.produced()
                        ? new Counted(
                                reserved.countedInput(),
                                report.countedOutput() + media.speechTokens())
                        : Counted.NONE;
        var call = reserved.call();
        var told = report.reported() == null ? null : report.reported().serviceTier();
        var tier = told != null ? told : call.serviceTier();
        var tariff = reserved.plan().tariff();
        var quote = tariff.quote(model.priceBook(), call.startedAt()).orElse(null);
        var own = own(counted, media).servedAt(tier);
        var reported =
                report.reported() == null
                        ? null
                        : report.reported()
                                .withMedia(media.images(), media.audioMs())
                                .servedAt(tier);
        var source =
                billsOwn(model.billingOrDefault(), reported, own, quote)
                        ? UsageSource.COUNTED
                        : UsageSource.UPSTREAM;
        var billed = source == UsageSource.COUNTED || reported == null ? own : reported;
        var flatCharge = flat == null ? null : Charge.flat(flat, tariff, call.startedAt());
        var charge =
                !report.produced() && reported == null
                        ? null
                        : quote == null ? flatCharge : quote.charge(billed);
        var attempt =
                new Attempt(
                        model.name(),
                        report.candidate().upstream().name(),
                        report.instance(),
                        report.secret(),
                        report.httpStatus(),
                        report.error() == null ? null : report.error().code(),
                        billed,
                        counted,
                        source,
                        quote == null ? null : quote.priceVersion(),
                        charge == null ? Money.ZERO : charge.cost(),
                        charge == null ? Money.ZERO : charge.providerCost(),
                        report.startedAt(),
                        report.firstTokenMs(),
                        report.totalMs());
        return new Priced(attempt, charge);
    }

    /** What was used by the gateway's own count. */
    private static TokenUsage own(Counted counted, MediaCount media) {
        var speech = media.speechTokens();
        return new TokenUsage(counted.input(), 0, 0, 0, counted.output(), 0, 0, speech)
                .withMedia(media.images(), media.audioMs());
    }

    private static boolean billsOwn(
            Billing billing, @Nullable TokenUsage reported, TokenUsage own, @Nullable Quote quote) {
        if (reported == null) {
            return true;
        }
        return switch (billing) {
            case UPSTREAM -> false;
            case COUNTED -> true;
            case MAX ->
                    quote == null
                            ? own.total() > reported.total()
                            : quote.cost(own).compareTo(quote.cost(reported)) > 0;
        };
    }

    private static RequestFacts facts(Call call, @Nullable Long capSent, int candidates) {
        var envelope = call.envelope();
        return new RequestFacts(
                envelope.stream(),
                envelope.capAsked(),
                capSent,
                envelope.tools(),
                envelope.images(),
                envelope.choices(),
                call.bodyBytes(),
                candidates,
                null);
    }

    private UsageEvent event(
            Call call,
            Caller caller,
            UsageStatus status,
            int httpStatus,
            @Nullable String errorCode,
            Figures figures,
            RequestFacts facts,
            @Nullable ReservationFacts reservation,
            CachePart cache) {
        var key = caller.key();
        var path = key.path();
        var totalMs = call.elapsedMs();
        var last = figures.attempts().isEmpty() ? null : figures.attempts().getLast();
        return new UsageEvent(
                UsageEvent.VERSION,
                call.id(),
                call.requestId(),
                call.traceId(),
                node,
                status,
                httpStatus,
                errorCode,
                path.tenant(),
                path.app(),
                path.key(),
                path.subKey(),
                key.keyId(),
                call.envelope().endUser(),
                key.businessLine(),
                call.operation(),
                call.dialect(),
                shortened(call.envelope().alias()),
                last == null ? null : last.model(),
                figures.servedModel(),
                last == null ? null : last.upstream(),
                last == null ? null : last.instance(),
                last == null ? null : last.secret(),
                figures.tokens(),
                figures.counted(),
                last == null ? UsageSource.COUNTED : last.usageSource(),
                figures.cost(),
                figures.providerCost(),
                caller.tariff(call.snapshot()).currency(),
                figures.terms(),
                last == null ? null : last.priceVersion(),
                call.snapshot().version(),
                call.startedAt(),
                last == null ? null : last.firstTokenMs(),
                totalMs,
                Math.max(0, totalMs - figures.upstreamMs()),
                figures.upstreamMs(),
                figures.finishReason(),
                cache.state(),
                facts,
                reservation,
                figures.attempts(),
                1,
                cache.extensions());
    }

    private static String shortened(String alias) {
        return alias.length() <= MOST_ALIAS_CHARS ? alias : alias.substring(0, MOST_ALIAS_CHARS);
    }
}
