package dev.sluice.control.prices;

import dev.sluice.control.catalogue.JsonDifference;
import dev.sluice.control.catalogue.PlainNumbers;
import dev.sluice.control.drafts.DocumentView;
import dev.sluice.control.prices.PriceImport.Action;
import dev.sluice.control.prices.PriceImport.Why;
import dev.sluice.model.file.ConfigDocumentReader;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.Price;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A model's prices while a list is brought in. */
final class ModelPrices {
    private static final List<String> DATES = List.of("from", "to");

    private static final Refused IN_PAST =
            new Refused(
                    "a new price may not begin in the past: calls since then are booked",
                    Why.BEGINS_IN_PAST);
    private static final Refused SAYS_NOTHING =
            new Refused("the list has no price for it that a price here can say", Why.SAYS_NOTHING);

    private final DocumentView document;
    private final UpstreamModel published;
    private final String currency;
    private final Instant now;
    private final List<Price> prices;

    /**
     * Begins with what one's draft has.
     *
     * @param currency the installation's
     */
    ModelPrices(
            DocumentView document,
            UpstreamModel published,
            UpstreamModel edited,
            String currency,
            Instant now) {
        this.document = document;
        this.published = published;
        this.currency = currency;
        this.now = now;
        this.prices = new ArrayList<>(edited.prices());
    }

    List<Price> prices() {
        return List.copyOf(prices);
    }

    /** Takes the price in, unless it says nothing new or may not begin then. */
    PriceImport.Model take(ListedPrice listed, Instant usualFrom) {
        var dated = listed.fields().deepCopy();
        if (!dated.has("from")) {
            dated.put("from", usualFrom.toString());
        }
        if (dated.path("currency").asString("").equals(currency)) {
            dated.remove("currency");
        }
        var read = read(dated);
        if (read.refusal() != null || read.price() == null) {
            return model(listed, Action.REFUSE, read.refusal(), usualFrom, null, dated, List.of());
        }
        var price = read.price();
        var before =
                prices.stream()
                        .filter(it -> it.from().equals(price.from()))
                        .findFirst()
                        .or(() -> published.withPrices(prices).priceBook().at(price.from()));
        var changes =
                JsonDifference.between(
                        before.map(this::amounts).orElseGet(ModelPrices::nothing), amounts(price));
        var after = shown(price);
        var shownBefore = before.map(ModelPrices::shown).orElse(null);
        if (before.isPresent() && changes.isEmpty()) {
            return model(listed, Action.UNCHANGED, null, price.from(), shownBefore, after, changes);
        }
        if (price.from().isBefore(now) && !published.prices().isEmpty()) {
            return model(listed, Action.REFUSE, IN_PAST, price.from(), shownBefore, after, changes);
        }
        var isReplaced = prices.removeIf(it -> it.from().equals(price.from()));
        prices.add(price);
        prices.sort(Comparator.comparing(Price::from));
        return model(
                listed,
                isReplaced ? Action.REPLACE : Action.ADD,
                null,
                price.from(),
                shownBefore,
                after,
                changes);
    }

    /** So that a first price is shown figure by figure too. */
    private static JsonNode nothing() {
        var none = SluiceJson.mapper().createObjectNode();
        none.putObject("perMillion");
        return none;
    }

    private record Refused(String reason, Why why) {}

    private record Read(@Nullable Price price, @Nullable Refused refusal) {}

    /** By the rules of the config file. */
    private Read read(ObjectNode fields) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("name", published.name()).put("upstream", published.upstream());
        body.putArray("prices").add(fields);
        var read =
                ConfigDocumentReader.read(
                        DocumentKind.MODEL,
                        published.name(),
                        SluiceJson.mapper().writeValueAsString(body));
        if (!read.faults().isEmpty()) {
            var fault = read.faults().getFirst();
            return new Read(null, new Refused(fault.path() + " " + fault.message(), Why.FAULTY));
        }
        var price =
                read.document()
                        .map(it -> ((UpstreamModel) it.body()).prices().getFirst())
                        .orElseThrow();
        var saysNothing =
                price.perMillion().isEmpty()
                        && price.perRequest() == null
                        && price.perImage() == null
                        && price.perSecond() == null;
        return saysNothing ? new Read(null, SAYS_NOTHING) : new Read(price, null);
    }

    private PriceImport.Model model(
            ListedPrice listed,
            Action action,
            @Nullable Refused refused,
            Instant from,
            @Nullable JsonNode before,
            JsonNode after,
            List<String> changes) {
        return new PriceImport.Model(
                published.name(),
                listed.name(),
                action,
                refused == null ? null : refused.reason(),
                refused == null ? null : refused.why(),
                document.managedBy(),
                document.fileName(),
                from,
                before,
                after,
                changes,
                listed.notTaken(),
                notes(listed, before, after),
                false);
    }

    /** What a list does not tell of is not carried over: it would be a price that nobody named. */
    private static List<String> notes(
            ListedPrice listed, @Nullable JsonNode before, JsonNode after) {
        var notes = new ArrayList<>(listed.notes());
        Optional.ofNullable(before).map(JsonNode::propertyNames).orElse(List.of()).stream()
                .filter(name -> !DATES.contains(name) && !after.has(name))
                .forEach(name -> notes.add(name + " of the price before ends: it is not listed"));
        return notes;
    }

    static JsonNode shown(Price price) {
        ObjectNode json = SluiceJson.mapper().valueToTree(price);
        for (var name : List.copyOf(json.propertyNames())) {
            if (json.path(name).isContainer() && json.path(name).isEmpty()) {
                json.remove(name);
            }
        }
        return json;
    }

    /** Everything of a price but its dates; {@code 1.1} and {@code 1.10} are the same amount. */
    private JsonNode amounts(Price price) {
        var json = (ObjectNode) shown(price);
        json.remove(DATES);
        if (currency.equals(price.currency())) {
            json.remove("currency");
        }
        return PlainNumbers.of(json);
    }
}
