package dev.sluice.control.alerts;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Alerts over REST. */
@RestController
@RequestMapping("/api/v1/alerts")
class AlertController {
    private static final int MOST = 1000;

    private final Alerts alerts;

    AlertController(Alerts alerts) {
        this.alerts = alerts;
    }

    record Answer(List<Alert> items) {}

    @GetMapping
    Answer find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable String kind,
            @RequestParam(defaultValue = "100") int limit) {
        return new Answer(alerts.find(tenant, kind, Math.clamp(limit, 1, MOST)));
    }
}
