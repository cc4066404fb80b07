package dev.sluice.control.prices;

import dev.sluice.control.catalogue.PlainNumbers;
import dev.sluice.control.prices.PriceImport.NotTaken;
import dev.sluice.control.prices.PriceImport.Why;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.price.TokenKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The costs of one entry of LiteLLM's map: for each token, in dollars, as a price here. */
final class LiteLlmCosts {
    private static final String CURRENCY = "USD";

    private static final Map<String, TokenKind> KINDS =
            Map.of(
                    "input_cost_per_token", TokenKind.INPUT,
                    "cache_read_input_token_cost", TokenKind.CACHED_INPUT,
                    "cache_creation_input_token_cost", TokenKind.CACHE_WRITE,
                    "cache_creation_input_token_cost_above_1hr", TokenKind.CACHE_WRITE_1H,
                    "output_cost_per_token", TokenKind.OUTPUT,
                    "output_cost_per_reasoning_token", TokenKind.REASONING,
                    "input_cost_per_audio_token", TokenKind.AUDIO_INPUT,
                    "output_cost_per_audio_token", TokenKind.AUDIO_OUTPUT);

    private static final Map<String, String> EACH =
            Map.of(
                    "output_cost_per_image", "perImage",
                    "input_cost_per_second", "perSecond",
                    "input_cost_per_request", "perRequest");

    private static final Map<String, String> SERVICE_TIERS =
            Map.of("_batches", "batch", "_flex", "flex", "_priority", "priority");

    private static final Pattern ABOVE = Pattern.compile("^(.+)_above_(\\d+)k_tokens$");
    private static final Pattern COST = Pattern.compile("cost|price|pricing");
    private static final String STEPS = "tiered_pricing";

    /** Of a power of ten: what is written out is no longer than this. */
    private static final int MOST_DIGITS = 40;

    private static final String NO_PLACE = "a price here has no place for it";

    /** A cost of tokens as the map writes it. */
    private record Cost(String field, TokenKind kind, BigDecimal perMillion) {}

    /** A cost at a service tier, and what it usually is. */
    private record Pair(Cost own, BigDecimal usual) {}

    /** Which calls a cost is of. */
    private record Place(String serviceTier, long aboveTokens) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            var byTier = serviceTier.compareTo(other.serviceTier);
            return byTier != 0 ? byTier : Long.compare(aboveTokens, other.aboveTokens);
        }
    }

    private final String key;
    private final Map<Place, Map<TokenKind, Cost>> costs = new TreeMap<>();
    private final ObjectNode fields = SluiceJson.mapper().createObjectNode();
    private final List<NotTaken> notTaken = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private LiteLlmCosts(String key) {
        this.key = key;
    }

    static ListedPrice read(String key, ObjectNode entry) {
        var costs = new LiteLlmCosts(key);
        costs.fields.put("currency", CURRENCY);
        entry.forEachEntry((field, value) -> costs.take(field, field, 0, value));
        costs.write();
        return new ListedPrice(key, key, costs.fields, costs.notTaken, costs.notes);
    }

    private void take(String shown, String field, long steppedAbove, JsonNode value) {
        if (value.isNull()) {
            return;
        }
        if (field.equals(STEPS) && value.isArray()) {
            value.forEach(this::takeStep);
            return;
        }
        var base = field;
        var above = steppedAbove;
        var serviceTier = "";
        for (var isRead = true; isRead; ) {
            isRead = false;
            for (var ending : SERVICE_TIERS.entrySet()) {
                if (base.endsWith(ending.getKey()) && serviceTier.isEmpty()) {
                    serviceTier = ending.getValue();
                    base = base.substring(0, base.length() - ending.getKey().length());
                    isRead = true;
                }
            }
            var stepped = ABOVE.matcher(base);
            if (stepped.matches() && above == 0 && stepped.group(2).length() < 10) {
                above = Long.parseLong(stepped.group(2)) * 1000;
                base = stepped.group(1);
                isRead = true;
            }
        }
        var kind = KINDS.get(base);
        if (kind != null) {
            var perMillion = PlainNumbers.of(number(shown, value).movePointRight(6));
            costs.computeIfAbsent(
                            new Place(serviceTier, above), any -> new EnumMap<>(TokenKind.class))
                    .put(kind, new Cost(shown, kind, perMillion));
        } else if (EACH.containsKey(field)) {
            fields.put(EACH.get(field), PlainNumbers.of(number(shown, value)));
        } else if (COST.matcher(field).find() && !isNothing(value)) {
            leave(shown, value, NO_PLACE, Why.NO_PLACE);
        }
    }

    /** A step of prices by the length of the prompt, from a number of tokens to another. */
    private void takeStep(JsonNode step) {
        var from = step.path("range").path(0);
        if (!from.isNumber() || !(step instanceof ObjectNode object)) {
            leave(STEPS, step, "it has no range of tokens", Why.NO_RANGE);
            return;
        }
        var above = from.decimalValue().longValue();
        var place = STEPS + "[" + above + "]";
        object.forEachEntry((field, value) -> take(place + "." + field, field, above, value));
    }

    private static boolean isNothing(JsonNode value) {
        return value.isNumber() && value.decimalValue().signum() == 0;
    }

    private void leave(String field, JsonNode value, String reason, Why why) {
        notTaken.add(
                new NotTaken(
                        field, value.isValueNode() ? value.asString() : value + "", reason, why));
    }

    private BigDecimal number(String field, JsonNode value) {
        if (value.isNumber() && Math.abs(value.decimalValue().scale()) <= MOST_DIGITS) {
            return value.decimalValue();
        }
        throw Refusal.invalid(
                LiteLlmMap.FAULTY,
                List.of(
                        new FaultAt(
                                null,
                                key + "." + field,
                                "must be a number of a sensible size, not " + value)));
    }

    private void write() {
        var usual = costs.getOrDefault(new Place("", 0), Map.of());
        if (!usual.isEmpty()) {
            fields.set("perMillion", perMillion(usual));
        }
        var tiers = SluiceJson.mapper().createArrayNode();
        costs.forEach((place, ofPlace) -> {
            if (place.serviceTier().isEmpty() && place.aboveTokens() > 0) {
                tiers.addObject()
                        .put("aboveInputTokens", place.aboveTokens())
                        .set("perMillion", perMillion(ofPlace));
            }
        });
        if (!tiers.isEmpty()) {
            fields.set("tiers", tiers);
        }
        var factors = SluiceJson.mapper().createObjectNode();
        SERVICE_TIERS.values().stream().sorted().forEach(tier -> writeFactor(tier, factors));
        if (!factors.isEmpty()) {
            fields.set("serviceTiers", factors);
        }
    }

    private static ObjectNode perMillion(Map<TokenKind, Cost> of) {
        var out = SluiceJson.mapper().createObjectNode();
        of.forEach((kind, cost) -> out.put(kind.text(), cost.perMillion()));
        return out;
    }

    /** A service tier is one factor on everything; where the map has several, none is right. */
    private void writeFactor(String serviceTier, ObjectNode factors) {
        var pairs = new ArrayList<Pair>();
        costs.forEach((place, ofPlace) -> {
            if (place.serviceTier().equals(serviceTier)) {
                var usual = costs.getOrDefault(new Place("", place.aboveTokens()), Map.of());
                for (var cost : ofPlace.values()) {
                    var beside = usual.get(cost.kind());
                    if (beside == null) {
                        leaveCost(cost, "it has no usual price beside it", Why.NO_USUAL_PRICE);
                    } else {
                        pairs.add(new Pair(cost, beside.perMillion()));
                    }
                }
            }
        });
        if (pairs.isEmpty()) {
            return;
        }
        var factor = factor(pairs);
        if (factor == null) {
            pairs.forEach(it ->
                    leaveCost(
                            it.own(),
                            "no one factor makes " + serviceTier + " of usual prices",
                            Why.NO_ONE_FACTOR));
            return;
        }
        factors.put(serviceTier, factor);
        var unsaid = countOfUsual() - pairs.size();
        if (unsaid > 0) {
            notes.add(
                    "%s is %s of every usual price; the list says so of %d prices and nothing of %d"
                            .formatted(serviceTier, factor.toPlainString(), pairs.size(), unsaid));
        }
    }

    private int countOfUsual() {
        return costs.entrySet().stream()
                .filter(it -> it.getKey().serviceTier().isEmpty())
                .mapToInt(it -> it.getValue().size())
                .sum();
    }

    private void leaveCost(Cost cost, String reason, Why why) {
        notTaken.add(
                new NotTaken(
                        cost.field(),
                        cost.perMillion().toPlainString() + " for a million tokens",
                        reason,
                        why));
    }

    private static @Nullable BigDecimal factor(List<Pair> pairs) {
        BigDecimal factor = null;
        for (var pair : pairs) {
            var own = pair.own().perMillion();
            if (factor == null && pair.usual().signum() != 0) {
                try {
                    factor = PlainNumbers.of(own.divide(pair.usual()));
                } catch (ArithmeticException endless) {
                    return null;
                }
            }
        }
        var found = factor;
        var isOne =
                found != null
                        && pairs.stream()
                                .allMatch(it ->
                                        found.multiply(it.usual()).compareTo(it.own().perMillion())
                                                == 0);
        return isOne ? found : null;
    }
}
