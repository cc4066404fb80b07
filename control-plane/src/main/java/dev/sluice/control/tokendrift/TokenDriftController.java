package dev.sluice.control.tokendrift;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Drift of counts over REST. */
@RestController
class TokenDriftController {
    private final TokenDrifts drifts;

    TokenDriftController(TokenDrifts drifts) {
        this.drifts = drifts;
    }

    @GetMapping("/api/v1/reports/token-drift")
    TokenDrift drift(
            @RequestParam(required = false) @Nullable LocalDate from,
            @RequestParam(required = false) @Nullable LocalDate to) {
        return drifts.of(from, to);
    }
}
