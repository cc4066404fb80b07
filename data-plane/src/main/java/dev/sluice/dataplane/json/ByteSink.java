package dev.sluice.dataplane.json;

import java.util.Arrays;

/**
 * Bytes that grow; reused for the whole of a stream. It takes no memory before the first byte, and
 * what a flood made large is let go: thousands of streams are open for long and say little.
 */
public final class ByteSink {
    private static final byte[] NONE = {};
    private static final int SMALLEST = 256;
    private static final int MOST_KEPT = 4 * 1024;

    private byte[] bytes;
    private int size;

    public ByteSink() {
        bytes = NONE;
    }

    /** For so many bytes to begin with. */
    public ByteSink(int expectedBytes) {
        bytes = new byte[Math.max(expectedBytes, 16)];
    }

    public ByteSink append(byte[] from) {
        return append(from, 0, from.length);
    }

    public ByteSink append(byte[] from, int start, int end) {
        var length = end - start;
        ensure(length);
        System.arraycopy(from, start, bytes, size, length);
        size += length;
        return this;
    }

    public ByteSink append(byte one) {
        ensure(1);
        bytes[size++] = one;
        return this;
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes =
                    Arrays.copyOf(
                            bytes, Math.max(size + more, Math.max(bytes.length * 2, SMALLEST)));
        }
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The array behind it, valid up to {@link #size}; not to be kept. */
    public byte[] array() {
        return bytes;
    }

    public void clear() {
        size = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = NONE;
        }
    }

    /** Drops what was appended after the given size. */
    public void truncate(int to) {
        size = to;
    }

    /** Drops so many bytes at the beginning. */
    public void dropFirst(int count) {
        size -= count;
        System.arraycopy(bytes, count, bytes, 0, size);
    }

    /** What was appended; empties the sink. */
    public byte[] take() {
        var taken = bytes;
        if (size != bytes.length) {
            taken = Arrays.copyOf(bytes, size);
        }
        if (size == bytes.length || bytes.length > MOST_KEPT) {
            bytes = NONE;
        }
        size = 0;
        return taken;
    }

    /** Puts one byte for another from the place on. */
    public void replace(int from, byte old, byte instead) {
        for (var i = from; i < size; i++) {
            if (bytes[i] == old) {
                bytes[i] = instead;
            }
        }
    }
}
