package dev.sluice.model.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BudgetWindowTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void makesADayOf23HoursWhenClocksGoForward() {
        var noon = Instant.parse("2026-03-29T10:00:00Z");

        assertThat(BudgetWindow.DAY.startOf(noon, BERLIN)).isEqualTo("2026-03-28T23:00:00Z");
        assertThat(BudgetWindow.DAY.endOf(noon, BERLIN)).isEqualTo("2026-03-29T22:00:00Z");
    }

    @Test
    void beginsWeeksOnMondayAndMonthsOnTheFirst() {
        var sunday = Instant.parse("2026-11-29T12:00:00Z");

        assertThat(BudgetWindow.WEEK.startOf(sunday, BERLIN)).isEqualTo("2026-11-22T23:00:00Z");
        assertThat(BudgetWindow.MONTH.endOf(sunday, BERLIN)).isEqualTo("2026-11-30T23:00:00Z");
    }

    @Property(tries = 3_000)
    void coversTimeWithoutGapOrOverlap(
            @ForAll BudgetWindow window,
            @ForAll @LongRange(min = 1_600_000_000L, max = 2_000_000_000L) long epochSeconds,
            @ForAll @IntRange(min = 1, max = 31) int fiscalDay,
            @ForAll("zones") String name) {
        var zone = ZoneId.of(name);
        var at = Instant.ofEpochSecond(epochSeconds);
        var start = window.startOf(at, zone, fiscalDay);
        var end = window.endOf(at, zone, fiscalDay);

        assertThat(start).isBeforeOrEqualTo(at);
        assertThat(end).isAfter(at);
        assertThat(window.startOf(end, zone, fiscalDay)).isEqualTo(end);
        assertThat(window.endOf(start, zone, fiscalDay)).isEqualTo(end);
        var before = start.minusMillis(1);
        assertThat(window.endOf(before, zone, fiscalDay)).isEqualTo(start);
        if (fiscalDay == 1) {
            assertThat(window.startOf(at, zone)).isEqualTo(start);
        }
    }

    /** Every zone there is. */
    @Provide
    Arbitrary<String> zones() {
        return Arbitraries.of(ZoneId.getAvailableZoneIds().stream().sorted().toList());
    }

    @Test
    void beginsFiscalMonthsOnTheirDayOrOnTheLastOfAShorterMonth() {
        var march = Instant.parse("2026-03-15T12:00:00Z");

        assertThat(BudgetWindow.MONTH.startOf(march, BERLIN, 31)).isEqualTo("2026-02-27T23:00:00Z");
        assertThat(BudgetWindow.MONTH.endOf(march, BERLIN, 31)).isEqualTo("2026-03-30T22:00:00Z");
        assertThat(BudgetWindow.MONTH.startOf(march, BERLIN, 15)).isEqualTo("2026-03-14T23:00:00Z");
        assertThat(BudgetWindow.MONTH.endOf(march, BERLIN, 15)).isEqualTo("2026-04-14T22:00:00Z");
        assertThat(BudgetWindow.MONTH.startOf(march, BERLIN, 16)).isEqualTo("2026-02-15T23:00:00Z");
        assertThat(BudgetWindow.DAY.startOf(march, BERLIN, 16)).isEqualTo("2026-03-14T23:00:00Z");
    }
}
