package dev.sluice.control.reconciliation;

import dev.sluice.control.reconciliation.Reconciliation.Hint;
import dev.sluice.control.reconciliation.Reconciliation.Row;
import dev.sluice.control.reconciliation.bills.BillLine;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What may be the cause of a row's difference. */
final class Hints {
    /** Half a percent: what is closer is the same for the purpose of looking for causes. */
    private static final long CLOSE = 200;

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

    private final Comparison.Known known;
    private final LocalDate day;
    private final Row row;
    private final SideSum ours;
    private final SideSum theirs;
    private final List<Hint> found = new ArrayList<>();

    Hints(Comparison.Known known, LocalDate day, Row row, SideSum ours, SideSum theirs) {
        this.known = known;
        this.day = day;
        this.row = row;
        this.ours = ours;
        this.theirs = theirs;
    }

    static boolean agree(long one, long other) {
        return Math.abs(one - other) <= Math.max(Math.abs(one), Math.abs(other)) / CLOSE;
    }

    /**
     * All of them.
     *
     * @param isShifted whether the sum of all days agrees, and only this day's does not
     */
    List<Hint> find(List<BillLine> lines, boolean isShifted) {
        if (ours.lacksRate) {
            add(Cause.NO_RATE, "the installation has no exchange rate between the two currencies");
        }
        if (!row.model().isEmpty() && row.models().isEmpty() && !theirs.hasNothing()) {
            add(
                    Cause.UNKNOWN_MODEL,
                    "no model here has the provider's name '%s' at this upstream",
                    row.model());
        }
        if (theirs.hasNothing() && !ours.hasNothing()) {
            add(Cause.NOT_ON_BILL, "the bill covers the day and has nothing of this model");
        }
        if (ours.unreported > 0 && differs()) {
            add(
                    Cause.UNBILLED_CANCELS,
                    "%s calls ended without the provider's usage (cancelled, interrupted or"
                            + " failed); their %s tokens are our own count",
                    String.valueOf(ours.unreported),
                    String.valueOf(ours.unreportedTokens));
        }
        if (ours.unpriced > 0) {
            add(
                    Cause.UNPRICED,
                    "%s calls used tokens that cost nothing here: the model had no price",
                    String.valueOf(ours.unpriced));
        }
        aboutTokens();
        aboutHours(lines, isShifted);
        return List.copyOf(found);
    }

    private boolean differs() {
        var tokens = row.tokenDifference();
        var cost = row.costDifference();
        return (tokens != null && tokens.total() != 0)
                || (cost != null && !cost.equals(Money.ZERO))
                || ours.hasNothing() != theirs.hasNothing();
    }

    private void aboutTokens() {
        var own = ours.tokens();
        var billed = theirs.tokens();
        if (own == null || billed == null || theirs.hasNothing()) {
            return;
        }
        var isSameInput = agree(own.input(), billed.input());
        var isSameCache = agreesBeside(own.cachedInput(), billed.cachedInput(), own, billed);
        if (isSameInput && !isSameCache) {
            add(
                    Cause.CACHED_TOKENS,
                    "of the same input the bill has %s cached tokens and the ledger %s",
                    String.valueOf(billed.cachedInput()),
                    String.valueOf(own.cachedInput()));
        }
        var percent = row.costPercent();
        if (isSameInput
                && isSameCache
                && agree(own.output(), billed.output())
                && row.costDifference() != null
                && percent != null
                && percent.movePointRight(1).abs().longValue() >= 5) {
            add(
                    Cause.PRICE_DRIFT,
                    "the tokens agree and the money differs by %s %%: a price here is not the"
                            + " provider's",
                    percent.toPlainString());
        }
        if (own.cachedInput() > 0
                && !row.models().isEmpty()
                && row.models().stream().noneMatch(it -> known.hasCachedPrice().apply(it, day))) {
            add(
                    Cause.CACHED_PRICE,
                    "%s cached tokens are charged as other input: the model has no price for them",
                    String.valueOf(own.cachedInput()));
        }
    }

    /** A few cached tokens more or less of a large input are no cause. */
    private static boolean agreesBeside(
            long one, long other, BilledTokens own, BilledTokens billed) {
        return Math.abs(one - other) <= Math.max(own.input(), billed.input()) / CLOSE;
    }

    private void aboutHours(List<BillLine> lines, boolean isShifted) {
        var boundary =
                lines.stream()
                        .filter(line ->
                                Duration.between(line.startsAt(), line.endsAt()).toHours() > 1)
                        .map(line -> line.startsAt().atOffset(ZoneOffset.UTC))
                        .filter(at -> at.toLocalTime().toSecondOfDay() != 0)
                        .findFirst();
        if (boundary.isPresent()) {
            add(
                    Cause.DAY_BOUNDARY,
                    "the bill's days begin at %s UTC, those of the ledger at 00:00",
                    CLOCK.format(boundary.get()));
        } else if (isShifted) {
            add(
                    Cause.DAY_BOUNDARY,
                    "the sums of all days agree: the provider's days seem to begin at another"
                            + " hour than 00:00 UTC");
        }
        if (!theirs.hours.isEmpty()) {
            missing(ours.hours, theirs.hours, Cause.MISSING_HOURS);
            missing(theirs.hours, ours.hours, Cause.UNBOOKED_HOURS);
        }
    }

    private void missing(Set<Instant> of, Set<Instant> in, Cause cause) {
        var missing = new TreeSet<>(of);
        missing.removeAll(in);
        if (!missing.isEmpty()) {
            add(
                    cause,
                    cause == Cause.MISSING_HOURS
                            ? "hours that the bill lacks: %s"
                            : "hours that the ledger lacks: %s",
                    missing.stream()
                            .map(at -> CLOCK.format(at.atOffset(ZoneOffset.UTC)))
                            .collect(Collectors.joining(", ")));
        }
    }

    private void add(Cause cause, String text, String... figures) {
        found.add(new Hint(cause, text.formatted((Object[]) figures), List.of(figures)));
    }
}
