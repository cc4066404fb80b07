package dev.sluice.control.periods;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/**
 * A month of a tenant's books.
 *
 * @param state {@code open}, {@code over}: ended but not closed, or {@code closed}
 * @param sha256 of its statement, in hex; only where closed
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record PeriodView(
        String tenant,
        YearMonth month,
        String state,
        Instant begins,
        Instant ends,
        @Nullable Instant closedAt,
        @Nullable String closedBy,
        @Nullable String sha256) {}
