package dev.sluice.dataplane.metering.vocabulary;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Byte-pair encoding of one piece: of all neighbours that make a token, those of the lowest rank
 * are joined first, the leftmost of them before the others.
 */
final class Merger {
    /** Longer pieces are rare, and quadratic time would be theirs to abuse. */
    private static final int SHORT_BYTES = 128;

    private final Vocabulary vocabulary;

    Merger(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** Number of tokens of a piece that is not empty. */
    int count(byte[] text, int from, int to) {
        if (to - from == 1 || vocabulary.rank(text, from, to) != Vocabulary.NONE) {
            return 1;
        }
        return to - from <= SHORT_BYTES ? countShort(text, from, to) : countLong(text, from, to);
    }

    private int countShort(byte[] text, int from, int to) {
        var parts = to - from;
        var starts = new int[parts + 1];
        var ranks = new int[parts]; // of the part and the one behind it
        for (var i = 0; i < parts; i++) {
            starts[i] = from + i;
            ranks[i] = i + 1 < parts ? vocabulary.rank(text, from + i, from + i + 2) : 0;
        }
        starts[parts] = to;
        ranks[parts - 1] = Vocabulary.NONE;
        while (true) {
            var best = 0;
            for (var i = 1; i < parts; i++) {
                if (ranks[i] < ranks[best]) {
                    best = i;
                }
            }
            if (ranks[best] == Vocabulary.NONE) {
                return parts;
            }
            System.arraycopy(starts, best + 2, starts, best + 1, parts - best - 1);
            System.arraycopy(ranks, best + 2, ranks, best + 1, Math.max(0, parts - best - 2));
            parts--;
            ranks[best] = rankAt(text, starts, best, parts);
            if (best > 0) {
                ranks[best - 1] = rankAt(text, starts, best - 1, parts);
            }
        }
    }

    private int rankAt(byte[] text, int[] starts, int part, int parts) {
        return part + 1 < parts
                ? vocabulary.rank(text, starts[part], starts[part + 2])
                : Vocabulary.NONE;
    }

    /** A part's next and previous one by their first bytes, and a heap of what can be joined. */
    private int countLong(byte[] text, int from, int to) {
        var length = to - from;
        var next = new int[length + 1];
        var previous = new int[length + 1];
        var ranks = new int[length + 1];
        Arrays.fill(ranks, Vocabulary.NONE);
        var heap = new PriorityQueue<Long>();
        for (var i = 0; i < length; i++) {
            next[i] = i + 1;
            previous[i] = i - 1;
            if (i + 1 < length) {
                ranks[i] = vocabulary.rank(text, from + i, from + i + 2);
                offer(heap, ranks[i], i);
            }
        }
        var parts = length;
        for (var best = heap.poll(); best != null; best = heap.poll()) {
            var at = (int) (long) best;
            if (ranks[at] != (int) (best >>> 32)) {
                continue; // it, or the one behind it, was joined to something else since
            }
            var joined = next[at];
            var behind = next[joined];
            next[at] = behind;
            previous[behind] = at;
            ranks[joined] = Vocabulary.NONE;
            parts--;
            renew(heap, text, from, length, next, ranks, at);
            if (previous[at] >= 0) {
                renew(heap, text, from, length, next, ranks, previous[at]);
            }
        }
        return parts;
    }

    private void renew(
            PriorityQueue<Long> heap,
            byte[] text,
            int from,
            int length,
            int[] next,
            int[] ranks,
            int at) {
        var behind = next[at];
        ranks[at] =
                behind < length
                        ? vocabulary.rank(text, from + at, from + next[behind])
                        : Vocabulary.NONE;
        offer(heap, ranks[at], at);
    }

    private static void offer(PriorityQueue<Long> heap, int rank, int at) {
        if (rank != Vocabulary.NONE) {
            heap.add(((long) rank << 32) | at);
        }
    }
}
