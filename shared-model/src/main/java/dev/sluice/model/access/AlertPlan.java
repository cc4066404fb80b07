package dev.sluice.model.access;

import dev.sluice.model.access.ReportPlan.Recipient;
import java.util.List;

/** Who is told at once of what looks wrong: the same kinds of address as for reports. */
public record AlertPlan(List<Recipient> recipients) {
    public AlertPlan {
        recipients = recipients == null ? List.of() : List.copyOf(recipients);
    }
}
