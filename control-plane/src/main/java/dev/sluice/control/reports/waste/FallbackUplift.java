package dev.sluice.control.reports.waste;

import dev.sluice.control.metering.PriceBooks;
import dev.sluice.control.reports.waste.WasteReport.Item;
import dev.sluice.control.reports.waste.WasteReport.Kind;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * What the models that served cost beyond the first choices: the same tokens at the prices that the
 * call was rated by. Calls that a cheaper model served count against it.
 */
@Component
class FallbackUplift {
    private record Group(
            String tenant,
            String app,
            String alias,
            String model,
            String currency,
            String providerCurrency) {}

    private record Sum(long calls, long tokens, Money cost, Money providerCost) {
        Sum plus(Sum more) {
            return new Sum(
                    calls + more.calls,
                    tokens + more.tokens,
                    cost.plus(more.cost),
                    providerCost.plus(more.providerCost));
        }
    }

    private final PriceBooks books;

    FallbackUplift(PriceBooks books) {
        this.books = books;
    }

    List<Item> of(List<UsageEvent> served) {
        Map<Group, Sum> sums = new LinkedHashMap<>();
        for (var event : served) {
            uplift(event)
                    .ifPresent(it ->
                            sums.merge(
                                    new Group(
                                            event.tenant(),
                                            event.app(),
                                            event.alias(),
                                            event.attempts().getLast().model(),
                                            event.currency(),
                                            event.providerCurrency()),
                                    it,
                                    Sum::plus));
        }
        return sums.entrySet().stream()
                .filter(it -> it.getValue().cost().nanos() > 0)
                .map(it -> item(it.getKey(), it.getValue()))
                .toList();
    }

    private Optional<Sum> uplift(UsageEvent event) {
        var first = event.attempts().getFirst();
        var served = event.attempts().getLast();
        return books.of(event.configVersion(), first.model())
                .flatMap(book ->
                        books.tariff(event.configVersion(), event.tenant())
                                .flatMap(tariff -> tariff.quote(book, event.startedAt())))
                .map(quote -> quote.charge(served.tokens()))
                .map(charge ->
                        new Sum(
                                1,
                                served.tokens().input() + served.tokens().output(),
                                new Money(served.cost().nanos() - charge.cost().nanos()),
                                new Money(
                                        served.providerCost().nanos()
                                                - charge.providerCost().nanos())));
    }

    private static Item item(Group group, Sum sum) {
        return new Item(
                Kind.FALLBACK,
                group.tenant(),
                group.app(),
                group.alias(),
                group.model(),
                sum.calls(),
                sum.tokens(),
                sum.cost(),
                group.currency(),
                sum.providerCost(),
                group.providerCurrency(),
                Kind.FALLBACK.advice());
    }
}
