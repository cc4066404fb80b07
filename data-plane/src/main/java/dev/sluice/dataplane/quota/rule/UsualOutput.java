package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.stage.InputCounter;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How much output the calls of each app and alias give, learnt by this node from what they gave: 95
 * of a hundred give no more than {@link #of}. What is old counts for less and less.
 */
public final class UsualOutput {
    private static final int MOST_HABITS = 10_000;

    /** With fewer calls nothing is known, and their worst case is held. */
    private static final int ENOUGH = 20;

    /** From here on all counts are halved, so that some thousand calls are remembered. */
    private static final int REMEMBERED = 2_000;

    private static final double SHARE = 0.95;
    private static final int STEPS_PER_DOUBLING = 4;
    private static final int BUCKETS = 2 + 40 * STEPS_PER_DOUBLING;

    private final Map<String, Habit> habits = new ConcurrentHashMap<>();

    /** Counts by size of output, in steps of a fifth. */
    private static final class Habit {
        private final int[] counts = new int[BUCKETS];
        private int total;

        synchronized void add(long tokens) {
            counts[bucket(tokens)]++;
            total++;
            if (total >= REMEMBERED) {
                total = 0;
                for (var i = 0; i < BUCKETS; i++) {
                    counts[i] /= 2;
                    total += counts[i];
                }
            }
        }

        synchronized OptionalLong usual() {
            if (total < ENOUGH) {
                return OptionalLong.empty();
            }
            var seen = 0;
            var bucket = 0;
            while (bucket < BUCKETS - 1 && seen + counts[bucket] < total * SHARE) {
                seen += counts[bucket];
                bucket++;
            }
            return OptionalLong.of(most(bucket));
        }

        private static int bucket(long tokens) {
            if (tokens <= 1) {
                return tokens <= 0 ? 0 : 1;
            }
            var step =
                    (int) Math.ceil(STEPS_PER_DOUBLING * Math.log((double) tokens) / Math.log(2));
            return Math.min(BUCKETS - 1, 1 + step);
        }

        /** The largest output that falls into a bucket. */
        private static long most(int bucket) {
            return bucket == 0
                    ? 0
                    : (long) Math.ceil(Math.pow(2, (bucket - 1) / (double) STEPS_PER_DOUBLING));
        }
    }

    /** A call came to its end with so much output for each choice. */
    public void learn(RoutePlan plan, long output) {
        var name = name(plan);
        if (habits.size() < MOST_HABITS || habits.containsKey(name)) {
            var envelope = plan.call().envelope();
            var answers = Math.max(1L, envelope.choices()) * Math.max(1, envelope.prompts());
            habits.computeIfAbsent(name, _ -> new Habit()).add(Math.ceilDiv(output, answers));
        }
    }

    /** Tokens for each choice that such calls seldom exceed; nothing before there were enough. */
    public OptionalLong of(RoutePlan plan) {
        var habit = habits.get(name(plan));
        return habit == null ? OptionalLong.empty() : habit.usual();
    }

    /** What the call is expected to use: its worst case where nothing is known of its kind. */
    public WorstCase expected(
            RoutePlan plan, long countedInput, InputCounter counter, WorstCase worst) {
        var usual = of(plan);
        return usual.isEmpty() ? worst : worst.upTo(usual.getAsLong(), plan, countedInput, counter);
    }

    private static String name(RoutePlan plan) {
        var path = plan.grant().caller().key().path();
        return path.tenant() + '/' + path.app() + '/' + plan.grant().alias().name();
    }
}
