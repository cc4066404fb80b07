package dev.sluice.admin.forms;

import com.vaadin.flow.component.html.Div;
import dev.sluice.admin.components.Words;
import dev.sluice.model.quota.Limits;
import org.jspecify.annotations.Nullable;

/** Rates and concurrency; what it does not show is kept as it was. */
public class LimitsFields extends Div {
    private final Limits original;
    private final NumberText requests;
    private final NumberText tokens;
    private final NumberText concurrent;

    public LimitsFields(@Nullable Limits limits) {
        original = limits == null ? Limits.NONE : limits;
        addClassName("form-row");
        requests = field("form.requestsPerMinute", original.requestsPerMinute());
        tokens = field("form.tokensPerMinute", original.tokensPerMinute());
        concurrent = field("form.concurrent", original.concurrent());
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
                original.precision());
    }

    /** The same, or nothing where nothing is limited. */
    public @Nullable Limits limitsOrNull() {
        var limits = limits();
        return limits.equals(Limits.NONE) ? null : limits;
    }
}
