package dev.sluice.control.reconciliation;

import dev.sluice.control.reconciliation.Reconciliation.KeyRow;
import dev.sluice.control.reconciliation.Reconciliation.Row;
import dev.sluice.control.reconciliation.bills.BillLine;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Holds lines of bills against sums of the ledger, by day and model. */
final class Comparison {
    private static final int HOUR_SECONDS = 3600;

    /** What is known beside the two sides. */
    record Known(
            ModelNames names,
            Threshold threshold,
            BiFunction<Money, LocalDate, @Nullable Money> inBillCurrency,
            BiFunction<String, LocalDate, Boolean> hasCachedPrice,
            Set<LocalDate> tokenDays,
            Set<LocalDate> moneyDays) {}

    private record Place(LocalDate day, String model) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::day).reversed().thenComparing(Place::model);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Pair {
        private final SideSum ours = new SideSum();
        private final SideSum theirs = new SideSum();
        private final List<BillLine> lines = new ArrayList<>();
    }

    private final Known known;
    private final Map<Place, Pair> pairs = new TreeMap<>();
    private final Map<String, Pair> keys = new TreeMap<>();
    private final Set<LocalDate> daysWithoutBill = new TreeSet<>();

    /** Days of which no bill names a model: there only the sums can be compared. */
    private final Set<LocalDate> namelessDays = new TreeSet<>();

    Comparison(Known known, List<OwnUsage.Sums> ours, List<BillLine> theirs) {
        this.known = known;
        var named = new TreeSet<LocalDate>();
        theirs.forEach(line -> (line.model().isEmpty() ? namelessDays : named).add(line.day()));
        namelessDays.removeAll(named);
        theirs.forEach(this::addTheirs);
        ours.forEach(this::addOurs);
        keys.values().removeIf(it -> it.lines.isEmpty() && keysAreUnknown());
        pairs.forEach(this::fillWithNothing);
    }

    private boolean keysAreUnknown() {
        return keys.values().stream().allMatch(it -> it.lines.isEmpty());
    }

    private void addTheirs(BillLine line) {
        var model = line.model().isEmpty() ? "" : known.names().ofTheirs(line.model());
        var pair = pairs.computeIfAbsent(new Place(line.day(), model), any -> new Pair());
        addLine(line, pair);
        if (!line.key().isEmpty()) {
            addLine(line, keys.computeIfAbsent(line.key(), any -> new Pair()));
        }
    }

    private static void addLine(BillLine line, Pair pair) {
        pair.lines.add(line);
        pair.theirs.add(line.requests(), line.tokens(), line.amount());
        var isHourly =
                line.endsAt().getEpochSecond() - line.startsAt().getEpochSecond() <= HOUR_SECONDS;
        if (isHourly && line.tokens() != null && line.tokens().total() > 0) {
            var start = line.startsAt().getEpochSecond();
            pair.theirs.hours.add(
                    Instant.ofEpochSecond(start - Math.floorMod(start, HOUR_SECONDS)));
        }
    }

    private void addOurs(OwnUsage.Sums sums) {
        var day = sums.day();
        if (!known.tokenDays().contains(day) && !known.moneyDays().contains(day)) {
            daysWithoutBill.add(day);
            return;
        }
        var model = namelessDays.contains(day) ? "" : known.names().ofOurs(sums.model());
        addSums(sums, pairs.computeIfAbsent(new Place(day, model), any -> new Pair()).ours);
        if (!sums.secret().isEmpty()) {
            addSums(sums, keys.computeIfAbsent(sums.secret(), any -> new Pair()).ours);
        }
    }

    private void addSums(OwnUsage.Sums sums, SideSum side) {
        var cost = known.inBillCurrency().apply(sums.cost(), sums.day());
        side.lacksRate |= cost == null;
        side.add(sums.requests(), sums.tokens(), cost);
        side.unpriced += sums.unpriced();
        if (!sums.isReported()) {
            side.unreported += sums.requests();
            side.unreportedTokens += sums.tokens().total();
        }
        if (sums.tokens().total() > 0) {
            side.hours.add(sums.hour());
        }
    }

    /** Who covers a day and does not name a model says that it used nothing. */
    private void fillWithNothing(Place place, Pair pair) {
        pair.theirs.add(
                null,
                known.tokenDays().contains(place.day()) ? BilledTokens.NONE : null,
                known.moneyDays().contains(place.day()) ? Money.ZERO : null);
        pair.ours.add(0L, BilledTokens.NONE, Money.ZERO);
    }

    List<Row> rows() {
        var agreeing = modelsThatAgreeOverAll();
        var rows = new ArrayList<Row>();
        pairs.forEach((place, pair) -> {
            var plain = row(place.day(), place.model(), pair, List.of());
            var isShifted = plain.isAlarm() && agreeing.contains(place.model());
            var hints =
                    new Hints(known, place.day(), plain, pair.ours, pair.theirs)
                            .find(pair.lines, isShifted);
            rows.add(row(place.day(), place.model(), pair, hints));
        });
        return rows;
    }

    /** Those of several days whose sums are the same on both sides. */
    private Set<String> modelsThatAgreeOverAll() {
        var sums = new HashMap<String, Pair>();
        var days = new HashMap<String, Integer>();
        pairs.forEach((place, pair) -> {
            var sum = sums.computeIfAbsent(place.model(), any -> new Pair());
            sum.ours.add(pair.ours);
            sum.theirs.add(pair.theirs);
            days.merge(place.model(), 1, Integer::sum);
        });
        var agreeing = new TreeSet<String>();
        sums.forEach((model, sum) -> {
            var ours = sum.ours.tokens();
            var theirs = sum.theirs.tokens();
            if (ours != null
                    && theirs != null
                    && days.getOrDefault(model, 0) > 1
                    && Hints.agree(ours.total(), theirs.total())) {
                agreeing.add(model);
            }
        });
        return agreeing;
    }

    Row total() {
        var sum = new Pair();
        pairs.values()
                .forEach(pair -> {
                    sum.ours.add(pair.ours);
                    sum.theirs.add(pair.theirs);
                });
        return row(null, "", sum, List.of());
    }

    List<KeyRow> keys() {
        var rows = new ArrayList<KeyRow>();
        keys.forEach((key, pair) ->
                rows.add(
                        new KeyRow(
                                key,
                                !pair.lines.isEmpty() && !pair.ours.hasNothing(),
                                pair.ours.side(),
                                pair.theirs.side())));
        return rows;
    }

    List<LocalDate> daysWithoutBill() {
        return List.copyOf(daysWithoutBill);
    }

    private Row row(
            @Nullable LocalDate day, String model, Pair pair, List<Reconciliation.Hint> hints) {
        var ours = pair.ours.tokens();
        var theirs = pair.theirs.tokens();
        var ourCost = pair.ours.cost();
        var theirCost = pair.theirs.cost();
        var tokens = ours == null || theirs == null ? null : theirs.minus(ours);
        var cost = ourCost == null || theirCost == null ? null : theirCost.minus(ourCost);
        return new Row(
                day,
                model,
                model.isEmpty() ? List.of() : known.names().ours(model),
                pair.ours.side(),
                pair.theirs.side(),
                tokens,
                ours == null || theirs == null
                        ? null
                        : percent(
                                BigDecimal.valueOf(ours.total()),
                                BigDecimal.valueOf(theirs.total())),
                cost,
                ourCost == null || theirCost == null
                        ? null
                        : percent(ourCost.toBigDecimal(), theirCost.toBigDecimal()),
                isAlarm(ours, theirs, ourCost, theirCost),
                hints);
    }

    /** Money decides where both sides tell it and there is any. */
    private boolean isAlarm(
            @Nullable BilledTokens ours,
            @Nullable BilledTokens theirs,
            @Nullable Money ourCost,
            @Nullable Money theirCost) {
        if (ourCost != null
                && theirCost != null
                && !(ourCost.equals(Money.ZERO) && theirCost.equals(Money.ZERO))) {
            return known.threshold().isPassedBy(ourCost, theirCost);
        }
        return ours != null
                && theirs != null
                && known.threshold().isPassedBy(ours.total(), theirs.total());
    }

    /** To the eye alone, to a hundredth. */
    private static BigDecimal percent(BigDecimal ours, BigDecimal theirs) {
        var larger = ours.abs().max(theirs.abs());
        return larger.signum() == 0
                ? BigDecimal.ZERO
                : theirs.subtract(ours).movePointRight(2).divide(larger, 2, RoundingMode.HALF_UP);
    }
}
