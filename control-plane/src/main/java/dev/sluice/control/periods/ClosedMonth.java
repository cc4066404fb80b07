package dev.sluice.control.periods;

import dev.sluice.model.json.SluiceJson;
import java.time.Instant;
import java.time.YearMonth;

/**
 * A month's statement as it is kept.
 *
 * @param content JSON of a {@link Statement}, to the byte
 * @param sha256 of the content in UTF-8, in hex
 */
public record ClosedMonth(
        String tenant,
        YearMonth month,
        String content,
        String sha256,
        Instant closedAt,
        String closedBy) {
    public Statement statement() {
        return SluiceJson.mapper().readValue(content, Statement.class);
    }
}
