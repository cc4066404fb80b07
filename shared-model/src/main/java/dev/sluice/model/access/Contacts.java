package dev.sluice.model.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * To whom the installation's own mail goes.
 *
 * @param reports of all tenants together, by months of UTC
 * @param alerts of all tenants, and those that are no tenant's
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Contacts(@Nullable ReportPlan reports, @Nullable AlertPlan alerts) {
    public static final Contacts NONE = new Contacts(null, null);
}
