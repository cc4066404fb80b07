package dev.sluice.dataplane.metering;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** One record of a segment: length, CRC-32C of all that follows, kind, id, JSON. */
final class JournalRecord {
    /** A usage event: to be shipped. */
    static final byte EVENT = 'E';

    /** A call admitted without the shared store; abandoned unless its event follows. */
    static final byte ADMISSION = 'A';

    static final int HEADER_BYTES = 8;
    private static final int FIXED_BYTES = 17;
    private static final int MOST_BYTES = 16 << 20;

    private final byte kind;
    private final UUID id;
    private final byte[] json;

    JournalRecord(byte kind, UUID id, byte[] json) {
        this.kind = kind;
        this.id = id;
        this.json = json;
    }

    /** {@link #EVENT} or {@link #ADMISSION}. */
    byte kind() {
        return kind;
    }

    UUID id() {
        return id;
    }

    byte[] json() {
        return json;
    }

    int sizeBytes() {
        return HEADER_BYTES + FIXED_BYTES + json.length;
    }

    void writeTo(ByteBuffer out) {
        var start = out.position();
        out.putInt(FIXED_BYTES + json.length).putInt(0);
        out.put(kind).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        out.put(json);
        var crc = new CRC32C();
        crc.update(out.slice(start + HEADER_BYTES, FIXED_BYTES + json.length));
        out.putInt(start + 4, (int) crc.getValue());
    }

    /**
     * The record at the buffer's position; null where it is not whole, with the position unmoved. A
     * torn tail looks the same as one that is still to come.
     */
    static @Nullable JournalRecord readFrom(ByteBuffer in) {
        if (in.remaining() < HEADER_BYTES) {
            return null;
        }
        var start = in.position();
        var length = in.getInt(start);
        if (length < FIXED_BYTES || length > MOST_BYTES || length > in.remaining() - HEADER_BYTES) {
            return null;
        }
        var crc = new CRC32C();
        crc.update(in.slice(start + HEADER_BYTES, length));
        if ((int) crc.getValue() != in.getInt(start + 4)) {
            return null;
        }
        in.position(start + HEADER_BYTES);
        var kind = in.get();
        var id = new UUID(in.getLong(), in.getLong());
        var json = new byte[length - FIXED_BYTES];
        in.get(json);
        return new JournalRecord(kind, id, json);
    }
}
