package dev.sluice.control.deliveries.content;

import dev.sluice.control.alerts.Alert;
import dev.sluice.control.alerts.Alerts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Makes what an alert's recipients get. */
@Component
public class AlertContent {
    private final Alerts alerts;

    AlertContent(Alerts alerts) {
        this.alerts = alerts;
    }

    public Content of(UUID id) {
        var alert = alerts.toSend(id);
        var whose = alert.tenant().equals(Alert.INSTALLATION) ? "all tenants" : alert.tenant();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("tenant", alert.tenant());
        fields.put("alert", alert);
        return new Content(
                "Sluice: " + alert.kind().text() + ", " + whose,
                """
                %s

                Raised at %s.
                """
                        .formatted(alert.text(), alert.raisedAt()),
                "alert",
                fields,
                List.of());
    }
}
