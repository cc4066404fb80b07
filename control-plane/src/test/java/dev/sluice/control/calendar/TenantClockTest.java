package dev.sluice.control.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantClockTest {
    @ParameterizedTest
    @CsvSource({
        "Asia/Shanghai,1,2026-11,2026-10-31T16:00:00Z,2026-11-30T16:00:00Z",
        "Europe/Berlin,1,2026-03,2026-02-28T23:00:00Z,2026-03-31T22:00:00Z",
        "UTC,15,2026-11,2026-11-15T00:00:00Z,2026-12-15T00:00:00Z",
        // A shorter month begins on its last day, and the one before ends there.
        "UTC,31,2026-01,2026-01-31T00:00:00Z,2026-02-28T00:00:00Z",
        "UTC,31,2026-02,2026-02-28T00:00:00Z,2026-03-31T00:00:00Z",
        "UTC,30,2028-02,2028-02-29T00:00:00Z,2028-03-30T00:00:00Z"
    })
    void beginsMonthsByTheCalendarOfTheZone(
            String zone, int day, String month, String start, String end) {
        var period = new TenantClock(ZoneId.of(zone), day).period(YearMonth.parse(month));

        assertThat(period.start()).isEqualTo(start);
        assertThat(period.end()).isEqualTo(end);
    }

    @Test
    void putsEveryInstantIntoOneMonth() {
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            var zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
            var clock =
                    new TenantClock(
                            ZoneId.of(zones.get(random.nextInt(zones.size()))),
                            1 + random.nextInt(31));
            var at = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(200_000_000));

            var period = clock.periodOf(at);

            assertThat(period.holds(at)).as("%s %s", clock, at).isTrue();
            assertThat(clock.period(period.month().plusMonths(1)).start()).isEqualTo(period.end());
        }
    }
}
