package dev.sluice.model.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Share.Siblings;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShareProperties {
    private static Budget budget(long nanos, Split split) {
        return new Budget(
                new Money(nanos),
                null,
                BudgetWindow.MONTH,
                "chat",
                BudgetMode.EXPECTED,
                OnTight.CLAMP,
                7L,
                "allow",
                OnStoreAway.DENY,
                "allow",
                Overrun.TENANT,
                split);
    }

    @Property
    void partsAreNoMoreThanTheWholeAndLackLessThanAUnitEach(
            @ForAll @LongRange(min = 0) long nanos,
            @ForAll @Size(min = 1, max = 40)
                    List<@IntRange(min = 1, max = 1_000_000) Integer> weights,
            @ForAll boolean equal) {
        var all = Siblings.NONE;
        for (var weight : weights) {
            all = all.and(weight);
        }
        var whole = budget(nanos, equal ? Split.EQUAL : Split.WEIGHT);
        var left = nanos;
        for (var weight : weights) {
            var part = all.of(weight).of(List.of(whole)).getFirst();
            left -= part.limit();
            assertThat(part.id()).isEqualTo("split:" + whole.id());
            assertThat(part)
                    .usingRecursiveComparison()
                    .ignoringFields("amount", "split")
                    .isEqualTo(whole);
        }
        assertThat(left).isBetween(0L, weights.size() - 1L);
    }

    @Test
    void weighsChildrenAndLeavesWhatIsNotSplit() {
        var share = Siblings.NONE.and(3).and(1).of(3);
        assertThat(share.of(List.of(budget(100, Split.WEIGHT), budget(100, Split.EQUAL))))
                .extracting(Budget::limit)
                .containsExactly(75L, 50L);
        assertThat(share.of(List.of(budget(100, Split.NONE), budget(100, Split.PART)))).isEmpty();
    }
}
