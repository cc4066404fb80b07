package dev.sluice.dataplane.metering;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;

/**
 * 128 bits that name a text within this process. Keyed at random, so that nobody outside can make
 * two texts meet; not a digest to keep.
 */
record ContentHash(long high, long low) {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long KEY_A = RANDOM.nextLong() | 1;
    private static final long KEY_B = RANDOM.nextLong() | 1;
    private static final long KEY_C = RANDOM.nextLong();

    static ContentHash of(byte[] bytes, int from, int to) {
        var a = KEY_A ^ (to - from);
        var b = KEY_B;
        var at = from;
        for (; at + 8 <= to; at += 8) {
            var word = (long) LONGS.get(bytes, at);
            a = mixed(a ^ word, KEY_B);
            b = mixed(b + word, KEY_A ^ KEY_C);
        }
        var tail = 0L;
        for (; at < to; at++) {
            tail = (tail << 8) | (bytes[at] & 0xFF);
        }
        a = mixed(a ^ tail, KEY_C | 1);
        b = mixed(b + tail, KEY_A);
        return new ContentHash(mixed(a, b | 1), mixed(b ^ a, KEY_B));
    }

    /** Both halves of the 128-bit product, folded: no bit of the input is lost to the high end. */
    private static long mixed(long x, long key) {
        var product = x * key;
        return product ^ Math.unsignedMultiplyHigh(x, key) ^ Long.rotateLeft(x, 29);
    }
}
