package dev.sluice.control.web;

import java.util.Map;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Liveness is the process; readiness is that it accepts traffic and reaches its database. */
@RestController
class ProbeController {
    private final ApplicationAvailability availability;
    private final JdbcClient database;

    ProbeController(ApplicationAvailability availability, JdbcClient database) {
        this.availability = availability;
        this.database = database;
    }

    @GetMapping("/healthz")
    Map<String, String> alive() {
        return Map.of("status", "up");
    }

    @GetMapping("/readyz")
    ResponseEntity<Map<String, String>> ready() {
        if (availability.getReadinessState() != ReadinessState.ACCEPTING_TRAFFIC) {
            return notReady("not accepting traffic");
        }
        try {
            database.sql("select 1").query(Integer.class).single();
        } catch (org.springframework.dao.DataAccessException away) {
            return notReady("the database does not answer");
        }
        return ResponseEntity.ok(Map.of("status", "ready"));
    }

    private static ResponseEntity<Map<String, String>> notReady(String reason) {
        return ResponseEntity.status(503).body(Map.of("status", "not ready", "reason", reason));
    }
}
