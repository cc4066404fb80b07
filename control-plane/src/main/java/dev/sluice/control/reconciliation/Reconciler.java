package dev.sluice.control.reconciliation;

import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.changes.ChangeDesk;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Brings the two sides and what is known of them together. */
@Component
class Reconciler {
    private final BillStore store;
    private final OwnUsage ownUsage;
    private final Thresholds thresholds;
    private final DocumentStore documents;
    private final ChangeDesk desk;

    Reconciler(
            BillStore store,
            OwnUsage ownUsage,
            Thresholds thresholds,
            DocumentStore documents,
            ChangeDesk desk) {
        this.store = store;
        this.ownUsage = ownUsage;
        this.thresholds = thresholds;
        this.documents = documents;
        this.desk = desk;
    }

    Reconciliation of(String upstream, LocalDate from, LocalDate to) {
        var rates = desk.installation().rates();
        var bills =
                store.bills(upstream, from, to).stream().filter(it -> !it.isReplaced()).toList();
        var currency =
                bills.stream()
                        .map(BillView::currency)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(rates.currency());
        // A provider that has changed its currency: what is in the older one is not added to it.
        var counting =
                bills.stream()
                        .filter(it -> it.currency() == null || it.currency().equals(currency))
                        .toList();
        var ours = ownUsage.of(upstream, from, to);
        var models = models(upstream, ours);
        var providerNames = new HashMap<String, String>();
        models.forEach((name, model) -> providerNames.put(name, model.providerName()));
        var known =
                new Comparison.Known(
                        new ModelNames(providerNames, ours),
                        thresholds.of(upstream),
                        (money, day) -> converted(rates, money, currency, day),
                        (name, day) -> hasCachedPrice(models.get(name), day),
                        days(counting, BillView::tellsTokens, from, to),
                        days(counting, BillView::tellsMoney, from, to));
        var comparison = new Comparison(known, ours, store.lines(counting, from, to));
        return new Reconciliation(
                upstream,
                from,
                to,
                currency,
                known.threshold(),
                counting,
                comparison.rows(),
                comparison.keys(),
                comparison.total(),
                comparison.daysWithoutBill());
    }

    private Map<String, UpstreamModel> models(String upstream, List<OwnUsage.Sums> ours) {
        var models = new HashMap<String, UpstreamModel>();
        for (var document : documents.all(DocumentKind.MODEL)) {
            if (document.body() instanceof UpstreamModel model
                    && model.upstream().equals(upstream)) {
                models.put(model.name(), model);
            }
        }
        for (var sums : ours) {
            if (!models.containsKey(sums.model())) {
                documents
                        .lastPublished(DocumentKind.MODEL, sums.model())
                        .ifPresent(it -> models.put(sums.model(), (UpstreamModel) it));
            }
        }
        return models;
    }

    private static Set<LocalDate> days(
            List<BillView> bills, Predicate<BillView> tells, LocalDate from, LocalDate to) {
        var days = new TreeSet<LocalDate>();
        for (var bill : bills) {
            if (tells.test(bill)) {
                bill.firstDay()
                        .datesUntil(bill.lastDay().plusDays(1))
                        .filter(day -> !day.isBefore(from) && !day.isAfter(to))
                        .forEach(days::add);
            }
        }
        return days;
    }

    private static @Nullable Money converted(
            ExchangeRates rates, Money money, String currency, LocalDate day) {
        return rates.shown(money, rates.currency(), currency, startOf(day)).orElse(null);
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static boolean hasCachedPrice(@Nullable UpstreamModel model, LocalDate day) {
        return model == null
                || model.priceBook()
                        .at(startOf(day))
                        .map(price -> price.perMillion().containsKey(TokenKind.CACHED_INPUT))
                        .orElse(true);
    }
}
