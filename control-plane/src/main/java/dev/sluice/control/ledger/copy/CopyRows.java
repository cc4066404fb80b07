package dev.sluice.control.ledger.copy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Rows in COPY's binary format, which costs either side about half of the text one. A value's Java
 * type has to be that of its column: {@code Short}, {@code Integer} and {@code Long} are smallint,
 * integer and bigint.
 */
public final class CopyRows {
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final int CHUNK_BYTES = 256 * 1024;
    private static final byte JSONB_VERSION = 1;
    private static final long DAYS_TO_2000 = LocalDate.of(2000, 1, 1).toEpochDay();
    private static final long SECONDS_TO_2000 = DAYS_TO_2000 * 86_400;

    /** Text of a {@code jsonb} column. */
    public record Json(String text) {}

    private final int columns;
    private byte[] bytes;
    private int size = HEADER.length;

    public CopyRows(int columns, int expectedBytes) {
        this.columns = columns;
        this.bytes = Arrays.copyOf(HEADER, Math.max(expectedBytes, 2 * HEADER.length));
    }

    /** The next row; so many values have to follow. */
    public void begin() {
        ensure(Short.BYTES);
        putShort(columns);
    }

    public void row(@Nullable Object... values) {
        begin();
        for (var value : values) {
            value(value);
        }
    }

    public void value(@Nullable Object value) {
        switch (value) {
            case null -> length(-1);
            case String text -> bytes(text, 0);
            case Long number -> {
                length(Long.BYTES);
                putLong(number);
            }
            case Integer number -> {
                length(Integer.BYTES);
                putInt(number);
            }
            case Short number -> {
                length(Short.BYTES);
                putShort(number);
            }
            case Boolean truth -> {
                length(1);
                bytes[size++] = (byte) (truth ? 1 : 0);
            }
            case UUID id -> {
                length(2 * Long.BYTES);
                putLong(id.getMostSignificantBits());
                putLong(id.getLeastSignificantBits());
            }
            case LocalDate day -> {
                length(Integer.BYTES);
                putInt(Math.toIntExact(day.toEpochDay() - DAYS_TO_2000));
            }
            case Instant at -> {
                length(Long.BYTES);
                putLong(microsOf(at));
            }
            case Json json -> bytes(json.text(), 1);
            default -> throw new IllegalArgumentException("no column for " + value.getClass());
        }
    }

    /** Whole microseconds: what is finer is cut off, so that no instant moves into the next day. */
    private static long microsOf(Instant at) {
        return Math.addExact(
                Math.multiplyExact(at.getEpochSecond() - SECONDS_TO_2000, 1_000_000L),
                at.getNano() / 1_000);
    }

    /** Writes the rows with a {@code COPY … FROM STDIN (FORMAT binary)}; ends them. */
    public void copyTo(Connection connection, String sql) throws SQLException {
        ensure(Short.BYTES);
        putShort(-1);
        var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        try {
            for (int from = 0; from < size; from += CHUNK_BYTES) {
                copy.writeToCopy(bytes, from, Math.min(CHUNK_BYTES, size - from));
            }
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private void bytes(String text, int before) {
        var encoded = text.getBytes(StandardCharsets.UTF_8);
        length(encoded.length + before);
        if (before == 1) {
            bytes[size++] = JSONB_VERSION;
        }
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
    }

    /** Of the value that follows; makes room for both. */
    private void length(int bytesToCome) {
        ensure(Integer.BYTES + Math.max(0, bytesToCome));
        putInt(bytesToCome);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    private void putShort(int value) {
        bytes[size++] = (byte) (value >>> 8);
        bytes[size++] = (byte) value;
    }

    private void putInt(int value) {
        putShort(value >>> 16);
        putShort(value);
    }

    private void putLong(long value) {
        putInt((int) (value >>> 32));
        putInt((int) value);
    }
}
