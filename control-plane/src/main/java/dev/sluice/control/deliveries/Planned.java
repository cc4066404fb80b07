package dev.sluice.control.deliveries;

import dev.sluice.control.alerts.Alert;
import dev.sluice.model.access.ReportPlan.Recipient;
import dev.sluice.model.id.Uuid7;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Deliveries as they begin. */
final class Planned {
    private Planned() {}

    static Delivery month(String owner, YearMonth month, Recipient recipient, Instant due) {
        var formats = recipient.formats();
        var usual = recipient.mail() != null ? List.of("xlsx") : List.<String>of();
        return delivery(owner, month, null, recipient, formats != null ? formats : usual, due);
    }

    /**
     * @param owner of the plan that names the recipient, and of the secret
     */
    static Delivery alert(String owner, Alert alert, Recipient recipient, Instant now) {
        var told = new Delivery.Told(alert.id(), alert.text());
        return delivery(owner, null, told, recipient, List.of(), now);
    }

    private static Delivery delivery(
            String owner,
            @Nullable YearMonth month,
            Delivery.@Nullable Told alert,
            Recipient recipient,
            List<String> formats,
            Instant due) {
        var mail = recipient.mail();
        return new Delivery(
                Uuid7.at(due.toEpochMilli()),
                owner,
                month,
                alert,
                mail != null ? Delivery.MAIL : Delivery.WEBHOOK,
                mail != null ? mail : Objects.requireNonNull(recipient.webhook()),
                recipient.secret(),
                formats,
                "waiting",
                0,
                due,
                null,
                null,
                List.of());
    }
}
