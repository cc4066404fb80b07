package dev.sluice.control.ledger;

import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * A stream of events with duplicates, late true results and in any order, and the plainest model of
 * what must be booked: a true result beats an abandoned one, and the first true one counts.
 */
final class RandomCalls {
    private static final Instant FIRST = Instant.parse("2026-11-30T22:30:00Z");
    private static final List<UsageStatus> TRUE_RESULTS =
            List.of(
                    UsageStatus.COMPLETED,
                    UsageStatus.FAILED,
                    UsageStatus.CANCELLED,
                    UsageStatus.INTERRUPTED,
                    UsageStatus.REJECTED,
                    UsageStatus.CACHED);

    private RandomCalls() {}

    /** Books so many calls in steps of random size; what should count then, by event id. */
    static Map<UUID, UsageEvent> book(Ledger ledger, long seed, int calls) throws SQLException {
        var random = new Random(seed);
        var stream = stream(random, calls);
        var model = new HashMap<UUID, UsageEvent>();
        for (var event : stream) {
            model.merge(
                    event.eventId(),
                    event,
                    (was, now) -> was.status() == UsageStatus.ABANDONED ? now : was);
        }
        for (int from = 0; from < stream.size(); ) {
            int to = Math.min(stream.size(), from + 1 + random.nextInt(60));
            var step = stream.subList(from, to).stream().map(Calls::entry).toList();
            ledger.book(FeedStep.of(step));
            if (random.nextInt(5) == 0) {
                ledger.book(FeedStep.of(step));
            }
            from = to;
        }
        return model;
    }

    private static List<UsageEvent> stream(Random random, int calls) {
        var stream = new ArrayList<UsageEvent>();
        for (int i = 0; i < calls; i++) {
            var at = FIRST.plus(Duration.ofSeconds(random.nextInt(4 * 3600)));
            var id = Uuid7.at(at.toEpochMilli());
            if (random.nextInt(4) == 0) {
                stream.add(event(random, id, UsageStatus.ABANDONED));
            }
            if (random.nextInt(8) != 0) {
                var result = event(random, id, pick(random, TRUE_RESULTS));
                stream.addAll(Collections.nCopies(1 + random.nextInt(2), result));
            }
        }
        Collections.shuffle(stream, random);
        return stream;
    }

    private static UsageEvent event(Random random, UUID id, UsageStatus status) {
        boolean free = status == UsageStatus.REJECTED || status == UsageStatus.CACHED;
        var cost = free ? 0 : random.nextLong(1_000_000_000_000L);
        var call = Calls.call(id, status, cost, random.nextInt(100_000), random.nextInt(9_000));
        call = Calls.with(call, "alias", pick(random, List.of("chat", "embed")));
        call = Calls.with(call, "app", pick(random, List.of("a", "b")));
        call = Calls.with(call, "endUser", pick(random, List.of("", "u1", "u2")));
        return Calls.with(call, "subKey", random.nextBoolean() ? null : "alice");
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
