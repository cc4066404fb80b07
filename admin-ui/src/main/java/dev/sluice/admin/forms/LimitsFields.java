package dev.sluice.admin.forms;

import com.vaadin.flow.component.html.Div;
import dev.sluice.admin.components.Words;
import dev.sluice.model.quota.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rates and concurrency; what it does not show is kept as it was. */
public class LimitsFields extends Div {
    private final Limits original;
    private final NumberText requests;
    private final NumberText tokens;
    private final NumberText concurrent;
    private final Choice<Limits.Precision> precision;

    public LimitsFields(@Nullable Limits limits) {
        original = limits == null ? Limits.NONE : limits;
        addClassName("form-row");
        requests = field("form.requestsPerMinute", original.requestsPerMinute());
        tokens = field("form.tokensPerMinute", original.tokensPerMinute());
        concurrent = field("form.concurrent", original.concurrent());
        precision =
                new Choice<>(
                        Words.text("form.precision"),
                        "form.precision.",
                        List.of(Limits.Precision.values()),
                        Limits.Precision.EXACT,
                        original.precision());
        requests.setId("limit-requests");
        add(requests, tokens, concurrent);
    }

    private static NumberText field(String label, @Nullable Long value) {
        return NumberText.whole(Words.text(label), value)
                .withPlaceholder(Words.text("form.unlimited"));
    }

    /** The limits as they stand in the fields. */
    public Limits limits() {
        return new Limits(
                requests.count(),
                tokens.count(),
                concurrent.count(),
                original.requestsBurst(),
                original.tokensBurst(),
                original.perIp(),
                precision.chosen());
    }

    /** For those on the tenant's side: rates of upstreams and aliases are always exact. */
    LimitsFields withPrecision() {
        add(precision);
        return this;
    }

    /** The same, or nothing where nothing is limited. */
    public @Nullable Limits limitsOrNull() {
        var limits = limits();
        return limits.equals(Limits.NONE) ? null : limits;
    }
}
