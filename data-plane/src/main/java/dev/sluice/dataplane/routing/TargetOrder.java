package dev.sluice.dataplane.routing;

import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.health.HealthBoard.Usability;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Target;
import dev.sluice.model.route.UpstreamModel;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** The order in which an alias's targets are tried, by its strategy and by their health. */
final class TargetOrder {
    private static final double DEGRADED_SHARE = 1.0 / 7;

    private final Snapshot snapshot;
    private final Instant at;
    private final RandomGenerator random;

    /** A target with what the order needs to know of it. */
    record Ranked(Target target, int place, UpstreamModel model, Usability usability) {
        int priority() {
            var own = target.priority();
            return own != null ? own : place;
        }
    }

    TargetOrder(Snapshot snapshot, Instant at, RandomGenerator random) {
        this.snapshot = snapshot;
        this.at = at;
        this.random = random;
    }

    /** Best first. Degraded ones come first only in a seventh of the calls. */
    List<Ranked> order(
            ModelAlias alias,
            Function<UpstreamModel, Usability> usability,
            ToDoubleFunction<UpstreamModel> load,
            ToDoubleFunction<UpstreamModel> firstByteMs) {
        var targets = ranked(alias, usability);
        if (targets.size() < 2) {
            return targets;
        }
        return switch (alias.strategyOrDefault()) {
            case WEIGHTED -> drawn(targets);
            case PRIORITY -> sorted(targets, Comparator.comparingInt(Ranked::priority));
            case COST -> sorted(targets, Comparator.comparing(ranked -> price(ranked.model)));
            case QUALITY ->
                    sorted(
                            targets,
                            Comparator.<Ranked, BigDecimal>comparing(
                                            ranked -> quality(ranked.model))
                                    .reversed());
            case LEAST_LOADED ->
                    sorted(
                            targets,
                            Comparator.comparingDouble(ranked -> load.applyAsDouble(ranked.model)));
            case LATENCY ->
                    sorted(
                            targets,
                            Comparator.comparingDouble(
                                    ranked -> firstByteMs.applyAsDouble(ranked.model)));
        };
    }

    private List<Ranked> ranked(ModelAlias alias, Function<UpstreamModel, Usability> usability) {
        var targets = new ArrayList<Ranked>(alias.targets().size());
        for (var place = 0; place < alias.targets().size(); place++) {
            var target = alias.targets().get(place);
            var model = snapshot.models().get(target.model());
            if (model != null) {
                targets.add(new Ranked(target, place, model, usability.apply(model)));
            }
        }
        return targets;
    }

    private List<Ranked> sorted(List<Ranked> targets, Comparator<Ranked> best) {
        // Drawn once for each target, since a comparator must not change its mind.
        record Drawn(Ranked ranked, int demotion) {}
        return targets.stream()
                .map(ranked -> new Drawn(ranked, demotion(ranked)))
                .sorted(Comparator.comparingInt(Drawn::demotion).thenComparing(Drawn::ranked, best))
                .map(Drawn::ranked)
                .toList();
    }

    private int demotion(Ranked ranked) {
        return switch (ranked.usability) {
            case GOOD -> 0;
            case DEGRADED -> random.nextDouble() < DEGRADED_SHARE ? 0 : 1;
            case OUT -> 2;
        };
    }

    /** A weighted draw without putting back: the first is the choice, the rest are spare. */
    private List<Ranked> drawn(List<Ranked> targets) {
        var left = new ArrayList<>(targets);
        var order = new ArrayList<Ranked>(targets.size());
        while (!left.isEmpty()) {
            var total = left.stream().mapToDouble(TargetOrder::weight).sum();
            var point = random.nextDouble() * total;
            var chosen = 0;
            while (chosen < left.size() - 1 && point >= weight(left.get(chosen))) {
                point -= weight(left.get(chosen));
                chosen++;
            }
            order.add(left.remove(chosen));
        }
        return order;
    }

    private static double weight(Ranked ranked) {
        var weight = Math.max(0, ranked.target.weightOrDefault());
        return switch (ranked.usability) {
            case GOOD -> weight;
            case DEGRADED -> weight * DEGRADED_SHARE;
            case OUT -> 0;
        };
    }

    private BigDecimal price(UpstreamModel model) {
        return model.priceBook()
                .at(at)
                .map(price ->
                        price.perMillion()
                                .getOrDefault(TokenKind.INPUT, BigDecimal.ZERO)
                                .add(
                                        price.perMillion()
                                                .getOrDefault(TokenKind.OUTPUT, BigDecimal.ZERO)))
                .orElse(BigDecimal.valueOf(Long.MAX_VALUE));
    }

    private static BigDecimal quality(UpstreamModel model) {
        var quality = model.quality();
        return quality == null ? BigDecimal.ZERO : quality;
    }
}
