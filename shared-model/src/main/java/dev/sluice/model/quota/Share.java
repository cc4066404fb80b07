package dev.sluice.model.quota;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of a child among its siblings, by which it has a part of what its parent splits.
 *
 * @param weight its own
 * @param weights of all siblings and its own
 * @param children it and its siblings
 */
public record Share(long weight, long weights, long children) {
    /** The parts of a parent's budgets; together, those of all children are no more than these. */
    public List<Budget> of(List<Budget> ofParent) {
        var parts = new ArrayList<Budget>();
        for (var budget : ofParent) {
            switch (budget.splitOrNone()) {
                case NONE, PART -> {}
                case EQUAL -> parts.add(budget.part(budget.limit() / children));
                case WEIGHT -> parts.add(budget.part(weighted(budget.limit())));
            }
        }
        return parts;
    }

    private long weighted(long limit) {
        return BigInteger.valueOf(limit)
                .multiply(BigInteger.valueOf(weight))
                .divide(BigInteger.valueOf(weights))
                .longValueExact();
    }

    /** All children of one parent together. */
    public record Siblings(long weights, long children) {
        public static final Siblings NONE = new Siblings(0, 0);

        public Siblings and(long weight) {
            return new Siblings(weights + weight, children + 1);
        }

        public Share of(long weight) {
            return new Share(weight, weights, children);
        }
    }
}
