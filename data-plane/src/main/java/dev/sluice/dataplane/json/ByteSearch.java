package dev.sluice.dataplane.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at eight bytes at a time, the first one lowest in the word. */
public final class ByteSearch {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long QUOTES = '"' * ONES;
    private static final long LINE_FEEDS = '\n' * ONES;
    private static final long RETURNS = '\r' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;

    private ByteSearch() {}

    /** Place of the first quote or backslash; the end where there is none. */
    static int quoteOrBackslash(byte[] bytes, int from, int to) {
        var at = from;
        while (to - at >= Long.BYTES) {
            var word = (long) LONGS.get(bytes, at);
            var found = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    /** Place of the first line feed or carriage return; the end where there is none. */
    public static int endOfLine(byte[] bytes, int from, int to) {
        var at = from;
        while (to - at >= Long.BYTES) {
            var word = (long) LONGS.get(bytes, at);
            var found = zeros(word ^ LINE_FEEDS) | zeros(word ^ RETURNS);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    /** The lowest bit that is set tells the first byte that is zero; those above may err. */
    private static long zeros(long word) {
        return (word - ONES) & ~word & HIGHS;
    }
}
