package dev.sluice.control.fleet;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The nodes over REST. */
@RestController
class FleetController {
    private final FleetService fleet;

    FleetController(FleetService fleet) {
        this.fleet = fleet;
    }

    @GetMapping("/api/v1/fleet")
    Fleet fleet() {
        return fleet.fleet();
    }
}
