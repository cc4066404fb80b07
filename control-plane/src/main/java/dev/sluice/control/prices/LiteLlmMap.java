package dev.sluice.control.prices;

import dev.sluice.control.uploads.JsonUpload;
import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * LiteLLM's public map of models and prices: an object with an entry for each model, keyed by the
 * provider's name of it, often with the provider in front.
 */
final class LiteLlmMap implements PriceList {
    static final String FAULTY = "the price list has faults";
    private static final String EXAMPLE = "sample_spec";

    private final ObjectNode entries;

    /** Keys by what is left of them without the provider in front. */
    private final Map<String, List<String>> keysByName = new HashMap<>();

    private LiteLlmMap(ObjectNode entries) {
        this.entries = entries;
        for (var key : entries.propertyNames()) {
            var name = key.substring(key.indexOf('/') + 1);
            keysByName.computeIfAbsent(name, any -> new ArrayList<>()).add(key);
        }
    }

    static LiteLlmMap read(String text) {
        var root = JsonUpload.parse(text, FAULTY);
        if (!(root instanceof ObjectNode entries)) {
            throw Refusal.invalid(
                    FAULTY,
                    List.of(new FaultAt(1, "", "must be an object with an entry for each model")));
        }
        entries.remove(EXAMPLE);
        return new LiteLlmMap(entries);
    }

    @Override
    public List<ListedPrice> of(UpstreamModel model, @Nullable Upstream upstream) {
        if (upstream == null) {
            return List.of();
        }
        var name = model.providerName();
        var keys = new ArrayList<String>();
        keys.add(name);
        keys.addAll(keysByName.getOrDefault(name, List.of()));
        for (var key : keys) {
            if (entries.get(key) instanceof ObjectNode entry
                    && LiteLlmProviders.fits(
                            entry.path("litellm_provider").asString(""), upstream.provider())) {
                return List.of(LiteLlmCosts.read(key, entry));
            }
        }
        return List.of();
    }

    @Override
    public List<String> names() {
        return List.copyOf(entries.propertyNames());
    }
}
