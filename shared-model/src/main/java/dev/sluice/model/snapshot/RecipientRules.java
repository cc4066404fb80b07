package dev.sluice.model.snapshot;

import dev.sluice.model.access.AlertPlan;
import dev.sluice.model.access.ReportPlan;
import dev.sluice.model.access.ReportPlan.Recipient;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What recipients of reports and alerts must be. */
final class RecipientRules {
    private final BiConsumer<String, String> broken;

    /**
     * @param broken takes the field and the fault
     */
    RecipientRules(BiConsumer<String, String> broken) {
        this.broken = broken;
    }

    void check(@Nullable ReportPlan reports, @Nullable AlertPlan alerts) {
        check("reports", reports == null ? List.of() : reports.recipients());
        check("alerts", alerts == null ? List.of() : alerts.recipients());
    }

    private void check(String plan, List<Recipient> recipients) {
        for (var i = 0; i < recipients.size(); i++) {
            var field = plan + ".recipients[" + i + "]";
            var recipient = recipients.get(i);
            check(field, recipient);
            for (var j = 0; j < i; j++) {
                if (Objects.equals(recipients.get(j).mail(), recipient.mail())
                        && Objects.equals(recipients.get(j).webhook(), recipient.webhook())) {
                    broken.accept(field, "stands twice");
                }
            }
        }
    }

    private void check(String field, Recipient recipient) {
        if ((recipient.mail() == null) == (recipient.webhook() == null)) {
            broken.accept(field, "has either mail or webhook");
        } else if ((recipient.webhook() == null) != (recipient.secret() == null)) {
            broken.accept(field + ".secret", "goes with webhook, which is always signed");
        } else if (recipient.webhook() != null
                && URI.create(recipient.webhook()).getRawUserInfo() != null) {
            broken.accept(
                    field + ".webhook",
                    "holds a login, which everybody who sees deliveries would see: leave it out,"
                            + " the signature tells who sends");
        }
    }
}
