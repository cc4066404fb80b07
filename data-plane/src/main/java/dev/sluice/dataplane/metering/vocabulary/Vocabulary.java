package dev.sluice.dataplane.metering.vocabulary;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * The tokens of an encoding with their ranks, in a few large arrays: some 200,000 byte strings as
 * objects would take ten times the memory, and each look-up a walk through it.
 */
final class Vocabulary {
    /** Rank of what is no token. */
    static final int NONE = Integer.MAX_VALUE;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final byte[] bytes;

    /** Where each token begins in the bytes, in the order of the file; one more at the end. */
    private final int[] starts;

    private final int[] ranks;

    /** For each slot the upper half of a hash and the place of its token, plus one; 0: empty. */
    private final long[] slots;

    /** Ranks of all two-byte tokens, which every merge begins with. */
    private final int[] pairs = new int[1 << 16];

    private Vocabulary(byte[] bytes, int[] starts, int[] ranks) {
        this.bytes = bytes;
        this.starts = starts;
        this.ranks = ranks;
        this.slots = new long[Integer.highestOneBit(ranks.length) * 4];
        Arrays.fill(pairs, NONE);
        for (var token = 0; token < ranks.length; token++) {
            put(token);
        }
    }

    private void put(int token) {
        var from = starts[token];
        var to = starts[token + 1];
        if (to - from == 2) {
            pairs[pair(bytes, from)] = ranks[token];
        }
        var hash = hash(bytes, from, to);
        var slot = (int) hash & (slots.length - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = (hash & 0xFFFF_FFFF_0000_0000L) | (token + 1);
    }

    /** Reads lines of a token in base 64 and its rank. */
    static Vocabulary read(InputStream in) throws IOException {
        var bytes = new byte[1 << 20];
        var starts = new int[1 << 17];
        var ranks = new int[1 << 17];
        var tokens = 0;
        var size = 0;
        try (var lines =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var space = line.indexOf(' ');
                var token = Base64.getDecoder().decode(line.substring(0, space));
                if (size + token.length > bytes.length) {
                    bytes = Arrays.copyOf(bytes, bytes.length * 2);
                }
                if (tokens + 1 == starts.length) {
                    starts = Arrays.copyOf(starts, starts.length * 2);
                    ranks = Arrays.copyOf(ranks, ranks.length * 2);
                }
                System.arraycopy(token, 0, bytes, size, token.length);
                ranks[tokens] = Integer.parseInt(line, space + 1, line.length(), 10);
                size += token.length;
                starts[++tokens] = size;
            }
        }
        return new Vocabulary(
                Arrays.copyOf(bytes, size),
                Arrays.copyOf(starts, tokens + 1),
                Arrays.copyOf(ranks, tokens));
    }

    /** Rank of the token that these bytes are. */
    int rank(byte[] text, int from, int to) {
        if (to - from == 2) {
            return pairs[pair(text, from)];
        }
        var hash = hash(text, from, to);
        var tag = hash >>> 32;
        for (var slot = (int) hash & (slots.length - 1);
                slots[slot] != 0;
                slot = (slot + 1) & (slots.length - 1)) {
            var entry = slots[slot];
            if (entry >>> 32 == tag) {
                var token = (int) entry - 1;
                if (Arrays.equals(bytes, starts[token], starts[token + 1], text, from, to)) {
                    return ranks[token];
                }
            }
        }
        return NONE;
    }

    private static int pair(byte[] text, int at) {
        return ((text[at] & 0xFF) << 8) | (text[at + 1] & 0xFF);
    }

    private static long hash(byte[] text, int from, int to) {
        var length = to - from;
        long hash = length;
        if (length >= 8) {
            for (var at = from; at < to - 8; at += 8) {
                hash = mixed(hash ^ (long) LONGS.get(text, at));
            }
            hash ^= (long) LONGS.get(text, to - 8);
        } else if (length >= 4) {
            hash ^=
                    ((long) (int) INTS.get(text, from) << 32)
                            ^ (((int) INTS.get(text, to - 4) & 0xFFFF_FFFFL) << 3);
        } else {
            hash ^=
                    ((text[from] & 0xFFL) << 40)
                            | ((text[from + length / 2] & 0xFFL) << 24)
                            | ((text[to - 1] & 0xFFL) << 8);
        }
        return mixed(hash);
    }

    private static long mixed(long hash) {
        var product = hash * MULTIPLIER;
        return product ^ Math.unsignedMultiplyHigh(hash, MULTIPLIER);
    }
}
