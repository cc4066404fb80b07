package dev.sluice.control.prices;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.sluice.control.catalogue.ManagedBy;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a price list would change, or has drafted.
 *
 * @param from where the list names no date of its own
 * @param isApplied whether changes were drafted
 * @param models ours that the list knows
 * @param notListed ours that it does not know
 * @param unused how many models it lists that are not ours; the first of them by name
 * @param yaml the changed models with all their prices, for a config file; empty without a change
 */
public record PriceImport(
        String format,
        Instant from,
        @com.fasterxml.jackson.annotation.JsonProperty("applied") boolean isApplied,
        List<Model> models,
        List<String> notListed,
        Unused unused,
        String yaml) {

    /** What becomes of a model's prices. */
    public enum Action {
        ADD,
        REPLACE,
        UNCHANGED,
        REFUSE;

        @com.fasterxml.jackson.annotation.JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One model of ours.
     *
     * @param listedAs the list's name of it
     * @param before the price that would be in force then
     * @param changes figure by figure: {@code perMillion.input: 2 → 3}
     * @param notTaken what the list says and a price here cannot say
     * @param isDrafted whether it waits in one's draft now
     */
    public record Model(
            String model,
            String listedAs,
            Action action,
            @Nullable String reason,
            @JsonIgnore @Nullable Why why,
            ManagedBy managedBy,
            @Nullable String fileName,
            Instant from,
            @Nullable JsonNode before,
            JsonNode after,
            List<String> changes,
            List<NotTaken> notTaken,
            List<String> notes,
            @com.fasterxml.jackson.annotation.JsonProperty("drafted") boolean isDrafted) {}

    /** Why something is not taken, for those who say it in other words. */
    public enum Why {
        NO_PLACE,
        NO_RANGE,
        NO_USUAL_PRICE,
        NO_ONE_FACTOR,
        BEGINS_IN_PAST,
        SAYS_NOTHING,
        FAULTY
    }

    /** A field of the list that has no place in a price. */
    public record NotTaken(String field, String value, String reason, @JsonIgnore Why why) {}

    /** Models of the list that nothing here uses. */
    public record Unused(int count, List<String> first) {}
}
