package dev.sluice.model.route;

import dev.sluice.model.id.Name;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.snapshot.ConfigBody;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A physical model: an upstream and the provider's name for the model there.
 *
 * @param context tokens of input and output together
 * @param maxOutput the most output tokens the provider gives
 * @param prompt null leaves it as the provider's row has it
 * @param tokenizer {@code o200k} or {@code cl100k}; chosen by the model's family when absent
 */
public record UpstreamModel(
        String name,
        String upstream,
        @Nullable String upstreamModel,
        @Nullable Long context,
        @Nullable Long maxOutput,
        @Nullable BigDecimal quality,
        @Nullable String tokenizer,
        @Nullable Billing billing,
        List<Price> prices,
        @Nullable PromptRules prompt)
        implements ConfigBody {
    public UpstreamModel {
        Name.modelName("model", name);
        prices = prices == null ? List.of() : List.copyOf(prices);
    }

    /** The provider's name of the model: its own, unless said otherwise. */
    public String providerName() {
        return upstreamModel != null ? upstreamModel : name;
    }

    public Billing billingOrDefault() {
        return billing != null ? billing : Billing.UPSTREAM;
    }

    /** The same model with another price book. */
    public UpstreamModel withPrices(List<Price> replaced) {
        return new UpstreamModel(
                name,
                upstream,
                upstreamModel,
                context,
                maxOutput,
                quality,
                tokenizer,
                billing,
                replaced,
                prompt);
    }

    public PriceBook priceBook() {
        return new PriceBook(name, prices);
    }
}
