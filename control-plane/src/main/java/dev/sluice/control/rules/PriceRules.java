package dev.sluice.control.rules;

import dev.sluice.control.catalogue.PlainNumbers;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Price;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The past of a price book stays as it was booked. What began before now may still be given an end
 * in the future; everything else about it is fixed, since calls were charged by it.
 */
final class PriceRules {
    private PriceRules() {}

    static void check(
            UpstreamModel booked, UpstreamModel wanted, Instant now, List<RuleFault> faults) {
        if (booked.prices().isEmpty()) {
            return;
        }
        var begun =
                booked.prices().stream()
                        .filter(price -> price.from().isBefore(now))
                        .collect(Collectors.toMap(Price::from, price -> price, (a, b) -> a));
        for (var i = 0; i < wanted.prices().size(); i++) {
            var price = wanted.prices().get(i);
            var place = "prices[" + i + "]";
            if (!price.from().isBefore(now)) {
                continue;
            }
            var was = begun.remove(price.from());
            if (was == null) {
                fault(
                        wanted,
                        place + ".from",
                        "a new price may not begin in the past: calls since then are booked",
                        faults);
            } else if (!amounts(was).equals(amounts(price))) {
                fault(
                        wanted,
                        place,
                        "the price from " + price.from() + " is booked and may not change",
                        faults);
            } else if (movesPastEnd(was.to(), price.to(), now)) {
                fault(
                        wanted,
                        place + ".to",
                        "the price from " + price.from() + " may only end in the future",
                        faults);
            }
        }
        for (var gone : begun.keySet()) {
            fault(wanted, "prices", "the price from " + gone + " is booked and must stay", faults);
        }
    }

    private static boolean movesPastEnd(
            @Nullable Instant was, @Nullable Instant wanted, Instant now) {
        if (Objects.equals(was, wanted)) {
            return false;
        }
        var hasEnded = was != null && was.isBefore(now);
        return hasEnded || (wanted != null && wanted.isBefore(now));
    }

    /** Everything of a price but its dates; {@code 1.1} and {@code 1.10} are the same amount. */
    private static JsonNode amounts(Price price) {
        ObjectNode json = SluiceJson.mapper().valueToTree(price);
        json.remove(List.of("from", "to"));
        return PlainNumbers.of(json);
    }

    private static void fault(
            UpstreamModel model, String field, String message, List<RuleFault> faults) {
        faults.add(new RuleFault(DocumentKind.MODEL, model.name(), field, message));
    }
}
