package dev.sluice.admin.tenants;

import com.vaadin.flow.component.details.Details;
import com.vaadin.flow.component.select.Select;
import dev.sluice.admin.components.Words;
import dev.sluice.admin.forms.RowList;
import dev.sluice.model.access.AlertPlan;
import dev.sluice.model.access.ReportPlan;
import dev.sluice.model.access.Tenant;
import org.jspecify.annotations.Nullable;

/** To whom a tenant's months are sent, and who is told at once of what looks wrong. */
class RecipientsFields extends Details {
    private static final String MONTH_END = "month-end";

    private final @Nullable String knownWhen;
    private final Select<String> when = new Select<>();
    private final RowList<RecipientRow> reports =
            new RowList<>(
                            "recipients.reports",
                            "recipients.add",
                            () -> new RecipientRow(null, true))
                    .withAddId("add-report-recipient");
    private final RowList<RecipientRow> alerts =
            new RowList<>(
                            "recipients.alerts",
                            "recipients.add",
                            () -> new RecipientRow(null, false))
                    .withAddId("add-alert-recipient");

    RecipientsFields(@Nullable Tenant original) {
        setSummaryText(Words.text("recipients.title"));
        setId("tenant-recipients");
        addClassName("row-more");
        var plan = original == null ? null : original.reports();
        var told = original == null ? null : original.alerts();
        knownWhen = plan == null ? null : plan.when();
        when.setId("report-when");
        when.setWidthFull();
        when.setLabel(Words.text("recipients.when"));
        when.setItems(MONTH_END, "month-close");
        when.setItemLabelGenerator(it -> Words.text("recipients.when." + it));
        when.setValue(knownWhen == null ? MONTH_END : knownWhen);
        if (plan != null) {
            plan.recipients().forEach(it -> reports.append(new RecipientRow(it, true)));
        }
        if (told != null) {
            told.recipients().forEach(it -> alerts.append(new RecipientRow(it, false)));
        }
        add(reports, when, alerts);
    }

    @Nullable ReportPlan reports() {
        var recipients = reports.rows().stream().map(RecipientRow::recipient).toList();
        return recipients.isEmpty() ? null : new ReportPlan(chosenWhen(), recipients);
    }

    /** What was absent and is left at the default stays absent. */
    private @Nullable String chosenWhen() {
        return knownWhen == null && MONTH_END.equals(when.getValue()) ? null : when.getValue();
    }

    @Nullable AlertPlan alerts() {
        var recipients = alerts.rows().stream().map(RecipientRow::recipient).toList();
        return recipients.isEmpty() ? null : new AlertPlan(recipients);
    }
}
