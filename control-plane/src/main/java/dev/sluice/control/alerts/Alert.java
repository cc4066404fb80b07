package dev.sluice.control.alerts;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * Something that looks wrong.
 *
 * @param tenant empty where it is the installation's
 * @param text in one sentence
 * @param details the finding, as its own part of the REST interface shows it
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Alert(
        UUID id, String tenant, AlertKind kind, String text, JsonNode details, Instant raisedAt) {
    /** In place of a tenant's name. */
    public static final String INSTALLATION = "";
}
