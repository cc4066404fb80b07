package dev.sluice.control.deliveries;

import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Deliveries of reports and alerts over REST. */
@RestController
@RequestMapping("/api/v1/reports")
class DeliveryController {
    private static final int MOST = 1000;

    private final Deliveries deliveries;
    private final DeliverySecrets secrets;

    DeliveryController(Deliveries deliveries, DeliverySecrets secrets) {
        this.deliveries = deliveries;
        this.secrets = secrets;
    }

    record Answer(List<Delivery> items) {}

    /** Shown this once. */
    record Secret(String tenant, String name, String secret) {}

    @GetMapping("/deliveries")
    Answer find(
            @RequestParam(required = false) @Nullable String tenant,
            @RequestParam(required = false) @Nullable YearMonth month,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(defaultValue = "100") int limit) {
        return new Answer(deliveries.find(tenant, month, state, Math.clamp(limit, 1, MOST)));
    }

    @PostMapping("/deliveries/{id}/retry")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void retry(@PathVariable UUID id) {
        deliveries.retry(id);
    }

    @PutMapping("/secrets/{name}")
    Secret make(@PathVariable String name, @RequestParam(defaultValue = "") String tenant) {
        return new Secret(tenant, name, secrets.make(tenant, name));
    }
}
