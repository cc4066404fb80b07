package dev.sluice.simulator.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Where a body is cut into pieces that reach the peer apart. */
public sealed interface Cuts {
    /** One piece. */
    record Whole() implements Cuts {}

    record Every(int bytes) implements Cuts {}

    record At(List<Integer> offsets) implements Cuts {}

    /** Pieces of 1 to 64 bytes; the seed decides which. */
    record Random(long seed) implements Cuts {}

    int RANDOM_MAX_BYTES = 64;

    /** Reads {@code whole}, {@code every:N}, {@code at:N,N,…} or {@code random:SEED}. */
    static Cuts parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        try {
            return switch (kind) {
                case "whole" -> new Whole();
                case "every" -> new Every(Math.max(1, Integer.parseInt(value)));
                case "at" -> new At(Stream.of(value.split(",", -1)).map(Integer::valueOf).toList());
                case "random" -> new Random(Long.parseLong(value));
                default -> throw new IllegalArgumentException(kind);
            };
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(
                    "cut takes whole, every:N, at:N,N,… or random:SEED, not '" + text + "'",
                    unknown);
        }
    }

    /** The ends of the pieces of a body of this length, each behind the one before. */
    default List<Integer> ends(int length) {
        List<Integer> ends = new ArrayList<>();
        switch (this) {
            case Whole _ -> {
                // The end alone.
            }
            case Every(int bytes) -> {
                for (long end = bytes; end < length; end += bytes) {
                    ends.add((int) end);
                }
            }
            case At(List<Integer> offsets) ->
                    offsets.stream()
                            .filter(offset -> offset > 0 && offset < length)
                            .sorted()
                            .distinct()
                            .forEach(ends::add);
            case Random(long seed) -> {
                SplittableRandom random = new SplittableRandom(seed);
                int end = random.nextInt(1, RANDOM_MAX_BYTES + 1);
                while (end < length) {
                    ends.add(end);
                    end += random.nextInt(1, RANDOM_MAX_BYTES + 1);
                }
            }
        }
        if (length > 0) {
            ends.add(length);
        }
        return ends;
    }
}
