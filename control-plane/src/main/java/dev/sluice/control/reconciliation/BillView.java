package dev.sluice.control.reconciliation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file that was brought in.
 *
 * @param version of its days, counted from 1
 * @param isReplaced whether newer files cover all that it tells
 * @param sha256 of the file's text in UTF-8
 */
public record BillView(
        UUID id,
        String upstream,
        String format,
        LocalDate firstDay,
        LocalDate lastDay,
        int version,
        @JsonProperty("replaced") boolean isReplaced,
        boolean tellsTokens,
        boolean tellsMoney,
        @Nullable String currency,
        int lines,
        String sha256,
        List<String> warnings,
        Instant madeAt,
        String madeBy) {}
