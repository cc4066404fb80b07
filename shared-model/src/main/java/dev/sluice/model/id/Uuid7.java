package dev.sluice.model.id;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * UUID version 7 (RFC 9562 5.7): 48 bits of milliseconds since the epoch, then random bits. Event
 * id, reservation id and ledger day all come from one of these.
 */
public final class Uuid7 {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Uuid7() {}

    public static UUID next(InstantSource clock) {
        return at(clock.millis());
    }

    /** A new id that carries the given time, in milliseconds since the epoch. */
    public static UUID at(long epochMillis) {
        var randomA = RANDOM.nextInt(1 << 12);
        var high = (epochMillis << 16) | 0x7000L | randomA;
        var low = (RANDOM.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low);
    }

    /** The time inside; fails for ids of another version. */
    public static Instant instantOf(UUID id) {
        if (id.version() != 7) {
            throw new IllegalArgumentException(id + " is not a version 7 UUID");
        }
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }

    /** The UTC day inside: the ledger's partition. */
    public static LocalDate dayOf(UUID id) {
        return LocalDate.ofInstant(instantOf(id), ZoneOffset.UTC);
    }
}
