package dev.sluice.control.receipts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.usage.UsageEvent;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a call has no answer, in words.
 *
 * @param kind what it was about, such as {@code budget-spent}
 * @param rule the limit or budget that refused, as the event names it
 * @param owner whose rule it is, as {@code app payments/checkout}
 * @param window of the budget
 * @param text what happened and what to do
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Reason(
        String kind,
        @Nullable String rule,
        @Nullable String owner,
        @Nullable String window,
        String text) {
    /** As the quota rules name themselves: {@code app/payments/checkout budget month}. */
    private static final Pattern RULE =
            Pattern.compile(
                    "(?<level>[^/ ]+)/(?<path>\\S+) (?<what>budget|price|requests|tokens|calls).*");

    private enum Kind {
        BUDGET_SPENT(
                "%s had no money or tokens left for this call in its budget of the %s: wait for"
                        + " the next one, lower the call's output cap, or raise the budget"),
        BUDGET_HELD(
                "the rest of the budget of %s for the %s was held by calls under way: the same"
                        + " call can succeed a moment later"),
        UNPRICED(
                "a model that could have served has no price, and %s has a budget of the %s that"
                        + " guards by prices: give the model one, or set the budget's unpriceable"),
        REQUEST_RATE(
                "%s made more requests a minute than it may: slow down, or raise its"
                        + " requestsPerMinute"),
        TOKEN_RATE(
                "%s used more tokens a minute than it may: slow down, or raise its"
                        + " tokensPerMinute"),
        CONCURRENCY(
                "%s had as many calls under way as it may: wait for one to end, or raise its"
                        + " concurrent"),
        UPSTREAM_LIMIT(
                "every target that could serve was at the limits of its upstream: try again,"
                        + " add a target, or raise the upstream's limits"),
        KEY("the key was not valid, or it had expired or been revoked: use another one"),
        MODEL(
                "the key may not call what was asked for, or there is no such alias: name one from"
                        + " /v1/models, or allow it"),
        REQUEST(
                "the request was not one that can be served as it stood: the answer named the field"),
        OVERLOAD("the node was at its caps: try again"),
        UPSTREAM("no target gave an answer: each attempt says what it met"),
        TIMEOUT("no target answered in time: each attempt says how long it took"),
        GATEWAY("the gateway failed: its log has the trace id"),
        CANCELLED("the caller left before the end: what had been delivered is charged"),
        INTERRUPTED("the upstream broke off: what had been delivered is charged"),
        ABANDONED("the node ended while the call ran: charged is what it had last reported"),
        OTHER("the call was turned down");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static @Nullable Reason of(UsageEvent event) {
        return switch (event.status()) {
            case COMPLETED, CACHED -> null;
            case CANCELLED -> plain(Kind.CANCELLED);
            case INTERRUPTED -> plain(Kind.INTERRUPTED);
            case ABANDONED -> plain(Kind.ABANDONED);
            case FAILED, REJECTED -> refused(event);
        };
    }

    private static Reason refused(UsageEvent event) {
        var hold = event.reservation();
        var rule = hold == null ? null : hold.refusedBy();
        var code = event.errorCode() == null ? "" : event.errorCode();
        if (rule != null) {
            var named = RULE.matcher(rule);
            if (named.matches()) {
                var owner = named.group("level") + " " + named.group("path");
                var ofBudget = List.of("budget", "price").contains(named.group("what"));
                var window = ofBudget ? rule.substring(rule.lastIndexOf(' ') + 1) : null;
                var kind = kindOf(named.group("what"), code);
                return new Reason(
                        kind.text(), rule, owner, window, kind.words.formatted(owner, window));
            }
            return new Reason(
                    Kind.UPSTREAM_LIMIT.text(), rule, null, null, Kind.UPSTREAM_LIMIT.words);
        }
        return plain(kindOf(code));
    }

    private static Kind kindOf(String what, String code) {
        return switch (what) {
            case "requests" -> Kind.REQUEST_RATE;
            case "tokens" -> Kind.TOKEN_RATE;
            case "calls" -> Kind.CONCURRENCY;
            case "price" -> Kind.UNPRICED;
            default -> code.equals("budget_held") ? Kind.BUDGET_HELD : Kind.BUDGET_SPENT;
        };
    }

    private static Kind kindOf(String code) {
        return switch (code) {
            case "invalid_api_key" -> Kind.KEY;
            case "model_not_allowed", "model_not_found" -> Kind.MODEL;
            case "invalid_request",
                    "unsupported",
                    "unsupported_endpoint",
                    "context_length_exceeded",
                    "content_filtered",
                    "request_too_large" ->
                    Kind.REQUEST;
            case "gateway_overloaded" -> Kind.OVERLOAD;
            case "upstream_unavailable",
                    "upstream_invalid_response",
                    "stream_incomplete",
                    "rate_limit_exceeded" ->
                    Kind.UPSTREAM;
            case "upstream_timeout" -> Kind.TIMEOUT;
            case "internal_error" -> Kind.GATEWAY;
            default -> Kind.OTHER;
        };
    }

    private static Reason plain(Kind kind) {
        return new Reason(kind.text(), null, null, null, kind.words);
    }
}
