package dev.sluice.control.web;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.http.MediaType;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The control plane's own metrics for Prometheus, which sends the token of a platform user. */
@RestController
class MetricsController {
    private final PrometheusMeterRegistry meters;

    MetricsController(PrometheusMeterRegistry meters) {
        this.meters = meters;
    }

    @GetMapping(path = "/api/v1/metrics", produces = MediaType.TEXT_PLAIN_VALUE)
    @PreAuthorize("@guard.maySeePlatform()")
    public String scrape() {
        return meters.scrape();
    }
}
