package dev.sluice.control.files;

import dev.sluice.control.web.ApiError;
import dev.sluice.control.web.ApiError.FaultAt;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Config as code: what {@code sluice plan}, {@code apply} and {@code export} call. */
@RestController
@RequestMapping("/api/v1/config")
class ConfigController {
    private final ConfigService service;

    ConfigController(ConfigService service) {
        this.service = service;
    }

    /** Faults at the top, where the command line looks, and in the form of every other error. */
    record InvalidConfig(List<FaultAt> faults, ApiError.Body error) {}

    @PostMapping("/plan")
    ApplyResult plan(@RequestBody ApplyRequest request) {
        return service.plan(request);
    }

    @PostMapping("/apply")
    ApplyResult apply(@RequestBody ApplyRequest request) {
        return service.apply(request);
    }

    @GetMapping(
            path = "/export",
            produces = {"application/yaml", MediaType.TEXT_PLAIN_VALUE})
    String export() {
        return service.export();
    }

    @ExceptionHandler
    ResponseEntity<InvalidConfig> invalid(InvalidConfigException invalid) {
        var error = new ApiError.Body("invalid_config", "nothing was applied", invalid.faults());
        return ResponseEntity.unprocessableContent()
                .body(new InvalidConfig(invalid.faults(), error));
    }
}
