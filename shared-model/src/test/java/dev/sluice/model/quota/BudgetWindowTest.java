package dev.sluice.model.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

    @Property(tries = 500)
    void coversTimeWithoutGapOrOverlap(
            @ForAll BudgetWindow window,
            @ForAll @LongRange(min = 1_600_000_000L, max = 2_000_000_000L) long epochSeconds) {
        for (var name : new String[] {"UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"}) {
            var zone = ZoneId.of(name);
            var at = Instant.ofEpochSecond(epochSeconds);
            var start = window.startOf(at, zone);
            var end = window.endOf(at, zone);

            assertThat(start).isBeforeOrEqualTo(at);
            assertThat(end).isAfter(at);
            assertThat(window.startOf(end, zone)).isEqualTo(end);
            assertThat(window.endOf(start, zone)).isEqualTo(end);
        }
    }
}
