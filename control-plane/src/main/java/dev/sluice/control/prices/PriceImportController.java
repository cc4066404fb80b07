package dev.sluice.control.prices;

import dev.sluice.control.uploads.Utf8Upload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Price lists over REST. */
@RestController
class PriceImportController {
    private final PriceImportService imports;

    PriceImportController(PriceImportService imports) {
        this.imports = imports;
    }

    /** The body is the list itself, so that its faults can be named with their line. */
    @PostMapping("/api/v1/prices/import")
    PriceImport read(
            @RequestParam(required = false) @Nullable String format,
            @RequestParam(required = false) @Nullable Instant from,
            @RequestParam(defaultValue = "false") boolean apply,
            @RequestBody byte[] list) {
        return imports.read(format, from, apply, Utf8Upload.text(list));
    }
}
