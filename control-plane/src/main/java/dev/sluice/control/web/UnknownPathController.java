package dev.sluice.control.web;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers for every path of the API that nobody else answers for, so that tools never get a page.
 */
@RestController
class UnknownPathController {
    @RequestMapping("/api/**")
    ResponseEntity<ApiError> unknown(HttpServletRequest request) {
        var call = request.getMethod() + " " + request.getRequestURI();
        return ResponseEntity.status(404)
                .body(
                        ApiError.of(
                                "not_found",
                                call + " is not part of the API; /v3/api-docs lists what is"));
    }
}
