package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.quota.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever comes at whichever node: a fast rate lets through what it says and half a second more.
 */
class PrepaidRatesProperties {
    private static final long SECOND = 1_000_000_000L;

    private record Passed(long at, long units) {}

    /** Several nodes, one rate, and calls at random. */
    private static final class World {
        private final Random random;
        private final Rule.Rate rate;
        private final ModelBucket bucket = new ModelBucket();
        private final List<PrepaidRates> nodes;
        private final List<Passed> passed = new ArrayList<>();
        private long now = SECOND;
        private int asked;

        World(long seed, int count) {
            random = new Random(seed);
            var perMinute = 60L + random.nextInt(60_000);
            var burst = 1L + random.nextInt((int) (perMinute / 3));
            var most = 1 + random.nextInt(3);
            rate = new Rule.Rate("k", "o", false, perMinute, burst, most, true, 0, 0);
            nodes = IntStream.range(0, count).mapToObj(_ -> new PrepaidRates(() -> now)).toList();
        }

        void pause() {
            var perCall = 60.0 * SECOND / rate.perMinute() * rate.amount();
            now +=
                    switch (random.nextInt(12)) {
                        case 0 -> random.nextLong(SECOND);
                        case 1, 2, 3 -> 0;
                        default -> (long) (perCall * random.nextDouble() * 1.5);
                    };
        }

        void call() {
            pause();
            var node = nodes.get(random.nextInt(nodes.size()));
            List<Rule> rules = List.of(rate);
            if (node.take("key", rules) != null) {
                passed.add(new Passed(now, rate.amount()));
                return;
            }
            asked++;
            var asking = node.asking(rules);
            var askedAt = now;
            now += random.nextInt(3_000_000);
            var lost = random.nextInt(50) == 0;
            var answer =
                    lost && random.nextBoolean()
                            ? null
                            : bucket.admit((Rule.Rate) asking.getFirst(), now);
            if (lost || answer == null) {
                node.unanswered(asking, !lost);
            } else {
                node.answered("key", asking, List.of(answer), askedAt);
                passed.add(new Passed(now, rate.amount()));
            }
        }
    }

    @Property(tries = 300)
    void letsThroughNoMoreThanItSaysWhateverTheNumberOfNodes(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int nodes) {
        var world = new World(seed, nodes);
        for (var i = 0; i < 400; i++) {
            world.call();
        }
        var perNano = world.rate.perMinute() / (60.0 * SECOND);
        var most = Math.max(world.rate.burst(), world.rate.amount());
        var life = PrepaidRates.LIFE_MS * 1_000_000.0;
        var passed = world.passed;
        for (var from = 0; from < passed.size(); from++) {
            var units = 0L;
            for (var to = from; to < passed.size(); to++) {
                units += passed.get(to).units();
                var span = passed.get(to).at() - passed.get(from).at();
                assertThat((double) units)
                        .as("%d calls in %d ms", to - from + 1, span / 1_000_000)
                        .isLessThanOrEqualTo((span + life) * perNano + most + 1);
            }
        }
    }

    @Property(tries = 50)
    void seldomAsksForTrafficBelowItsFigure(@ForAll long seed) {
        var random = new Random(seed);
        var now = new long[] {SECOND};
        var node = new PrepaidRates(() -> now[0]);
        var bucket = new ModelBucket();
        List<Rule> rules = List.of(new Rule.Rate("k", "o", false, 60_000, 10_000, 1, true, 0, 0));
        var asked = 0;
        for (var i = 0; i < 5_000; i++) {
            now[0] += random.nextLong(4_000_000);
            if (node.take("key", rules) == null) {
                asked++;
                var asking = node.asking(rules);
                var answer = bucket.admit((Rule.Rate) asking.getFirst(), now[0]);
                assertThat(answer).isNotNull();
                node.answered("key", asking, List.of(answer), now[0]);
            }
        }
        // Ten seconds of 500 calls each.
        assertThat(asked).isLessThan(60);
    }

    @Property(tries = 100)
    void nothingIsAdmittedByAKeyThatTheStoreWasNotAskedForOfLate(@ForAll long seed) {
        var world = new World(seed, 1);
        var node = world.nodes.getFirst();
        for (var i = 0; i < 100; i++) {
            world.call();
        }
        List<Rule> rules = List.of(world.rate);
        assertThat(node.take("another key", rules)).isNull();
        world.now += PrepaidRates.LIFE_MS * 1_000_000 + 1;
        assertThat(node.take("key", rules)).isNull();
    }

    @Property(tries = 100)
    void whatCallsUsedBeyondTheirEstimateIsOwed(@ForAll @IntRange(min = 0, max = 50) int used) {
        var now = new long[] {SECOND};
        var node = new PrepaidRates(() -> now[0]);
        var bucket = new ModelBucket();
        var rate = new Rule.Rate("k", "o", true, 60_000, 10_000, 20, true, 0, 0);
        List<Rule> rules = List.of(rate);
        for (var i = 0; i < 10; i++) {
            now[0] += 1_000_000;
            if (node.take("key", rules) == null) {
                var asking = node.asking(rules);
                var answer = bucket.admit((Rule.Rate) asking.getFirst(), now[0]);
                assertThat(answer).isNotNull();
                node.answered("key", asking, List.of(answer), now[0]);
            } else {
                node.settled(rules, used);
            }
        }
        now[0] += 2 * SECOND;
        var debts = node.debts();
        var sum = debts.stream().mapToLong(PrepaidRates.Debt::by).sum();
        assertThat(sum % (used == 20 ? 1 : used - 20)).isZero();
        assertThat(Long.signum(sum)).isEqualTo(Integer.signum(used - 20));
        assertThat(node.debts()).isEmpty();
    }
}
