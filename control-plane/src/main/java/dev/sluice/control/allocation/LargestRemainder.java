package dev.sluice.control.allocation;

import dev.sluice.model.money.Money;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares a sum in proportion to weights, to the last nano: each share is its exact one rounded
 * down, and what is left goes, a nano each, to those that lost most by it; of equals, to the first.
 */
final class LargestRemainder {
    private LargestRemainder() {}

    /**
     * The shares, in the order of the weights.
     *
     * @param sum zero or more
     * @param weights zero or more; together above zero
     */
    static List<Money> share(Money sum, List<BigInteger> weights) {
        var total = weights.stream().reduce(BigInteger.ZERO, BigInteger::add);
        if (total.signum() <= 0) {
            throw new IllegalArgumentException("nobody has a weight");
        }
        var nanos = BigInteger.valueOf(sum.nanos());
        var shares = new long[weights.size()];
        var remainders = new ArrayList<BigInteger>();
        var left = sum.nanos();
        for (var i = 0; i < shares.length; i++) {
            var divided = nanos.multiply(weights.get(i)).divideAndRemainder(total);
            shares[i] = divided[0].longValueExact();
            remainders.add(divided[1]);
            left -= shares[i];
        }
        IntStream.range(0, shares.length)
                .boxed()
                .sorted(Comparator.<Integer, BigInteger>comparing(remainders::get).reversed())
                .limit(left)
                .forEach(i -> shares[i]++);
        return IntStream.range(0, shares.length).mapToObj(i -> new Money(shares[i])).toList();
    }
}
