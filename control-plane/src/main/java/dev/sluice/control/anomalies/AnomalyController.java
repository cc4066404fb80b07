package dev.sluice.control.anomalies;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Anomalies over REST. */
@RestController
@RequestMapping("/api/v1/anomalies")
class AnomalyController {
    private static final int MOST = 1000;

    private final Anomalies anomalies;

    AnomalyController(Anomalies anomalies) {
        this.anomalies = anomalies;
    }

    record Answer(List<Anomaly> items) {}

    @GetMapping
    Answer find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable String app,
            @RequestParam(defaultValue = "false") boolean open,
            @RequestParam(defaultValue = "100") int limit) {
        return new Answer(anomalies.find(tenant, app, open, Math.clamp(limit, 1, MOST)));
    }

    @PostMapping("/{id}/acknowledge")
    Anomaly acknowledge(@PathVariable UUID id) {
        return anomalies.acknowledge(id);
    }
}
