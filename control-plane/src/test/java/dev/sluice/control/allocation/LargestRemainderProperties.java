package dev.sluice.control.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class LargestRemainderProperties {
    @Property(tries = 1000)
    void sharesSumToTheSumAndAreWithinANanoOfExact(
            @ForAll @LongRange(min = 0, max = 9_000_000_000_000_000_000L) long nanos,
            @ForAll @NotEmpty
                    List<@LongRange(min = 0, max = 4_000_000_000_000_000L) Long> weights) {
        var total =
                weights.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        if (total.signum() == 0) {
            return;
        }

        var shares =
                LargestRemainder.share(
                        new Money(nanos), weights.stream().map(BigInteger::valueOf).toList());

        assertThat(shares.stream().reduce(Money.ZERO, Money::plus)).isEqualTo(new Money(nanos));
        IntStream.range(0, shares.size())
                .forEach(i -> {
                    var exact =
                            BigDecimal.valueOf(nanos).multiply(BigDecimal.valueOf(weights.get(i)));
                    var own =
                            new BigDecimal(total)
                                    .multiply(BigDecimal.valueOf(shares.get(i).nanos()));
                    assertThat(own.subtract(exact).abs()).isLessThan(new BigDecimal(total));
                    if (weights.get(i) == 0) {
                        assertThat(shares.get(i)).isEqualTo(Money.ZERO);
                    }
                });
    }

    @Test
    void givesTheRestToThoseWhoLostMost() {
        assertThat(
                        LargestRemainder.share(
                                new Money(10),
                                List.of(BigInteger.ONE, BigInteger.ONE, BigInteger.ONE)))
                .containsExactly(new Money(4), new Money(3), new Money(3));
        assertThatThrownBy(() -> LargestRemainder.share(new Money(10), List.of(BigInteger.ZERO)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
