package dev.sluice.model.quota;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A reservation whose node let its lease run out, as the sweep script lists it until it is
 * forgotten.
 *
 * @param facts JSON of a {@link HeldCall}
 */
public record SweptReservation(
        UUID id,
        String node,
        String facts,
        Money money,
        long tokens,
        long output,
        Instant sweptAt) {

    /** Reads the reply of {@link QuotaScript#SWEEP}, its strings as text. */
    public static List<SweptReservation> listOf(List<?> reply) {
        var swept = new ArrayList<SweptReservation>();
        for (var entry : reply.subList(1, reply.size())) {
            var row = (List<?>) entry;
            swept.add(
                    new SweptReservation(
                            UUID.fromString(text(row, 0)),
                            text(row, 1),
                            text(row, 2),
                            new Money(Long.parseLong(text(row, 3))),
                            Long.parseLong(text(row, 4)),
                            Long.parseLong(text(row, 5)),
                            Instant.ofEpochMilli(Long.parseLong(text(row, 6)))));
        }
        return swept;
    }

    private static String text(List<?> row, int at) {
        return String.valueOf(row.get(at));
    }

    /** The usage event to book, at most once by its id. */
    public UsageEvent event() {
        return SluiceJson.read(facts, HeldCall.class).abandoned(id, money, tokens, output, sweptAt);
    }
}
