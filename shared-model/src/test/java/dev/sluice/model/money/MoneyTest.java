package dev.sluice.model.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class MoneyTest {
    @Test
    void writesPlainDecimalsWithAtLeastTwoPlaces() {
        assertThat(Money.parse("500")).hasToString("500.00");
        assertThat(Money.parse("0.000054")).hasToString("0.000054");
        assertThat(Money.parse("1e-9")).hasToString("0.000000001");
        assertThat(Money.parse("-12.5")).hasToString("-12.50");
        assertThat(Money.ZERO).hasToString("0.00");
    }

    @Test
    void roundsAChargeHalfUpAndAHoldUp() {
        assertThat(Money.charged(new BigDecimal("0.0000000005")).nanos()).isEqualTo(1);
        assertThat(Money.charged(new BigDecimal("0.00000000049")).nanos()).isZero();
        assertThat(Money.held(new BigDecimal("0.00000000001")).nanos()).isEqualTo(1);
    }

    @Test
    void refusesWhatItCannotHoldExactly() {
        assertThatThrownBy(() -> Money.parse("0.0000000001"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Money.parse("1e30")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Money.parse("five")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Money.parse("\u0663"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Money(Long.MAX_VALUE).plus(new Money(1)))
                .isInstanceOf(ArithmeticException.class);
    }
}
