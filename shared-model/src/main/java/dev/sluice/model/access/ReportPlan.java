package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a tenant's month, and when.
 *
 * @param when {@code month-end}: on the first day after it, as the books stand; {@code
 *     month-close}: as soon as it is closed
 */
public record ReportPlan(@Nullable String when, List<Recipient> recipients) {
    private static final String MONTH_CLOSE = "month-close";

    public ReportPlan {
        recipients = recipients == null ? List.of() : List.copyOf(recipients);
    }

    /**
     * An address of one kind.
     *
     * @param webhook signed with {@code secret}, the name of one that is kept by the control plane
     * @param formats forms of the report that go with it
     */
    public record Recipient(
            @Nullable String mail,
            @Nullable String webhook,
            @Nullable String secret,
            @Nullable List<String> formats) {}

    /** Whether it waits for the month's close. */
    @JsonIgnore
    public boolean isByClose() {
        return MONTH_CLOSE.equals(when);
    }
}
