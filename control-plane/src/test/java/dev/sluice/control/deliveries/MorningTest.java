package dev.sluice.control.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.calendar.TenantClock;
import java.time.YearMonth;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MorningTest {
    @ParameterizedTest
    @CsvSource({
        "UTC, 1, 2026-02, 2026-03-01T06:00:00Z",
        "Asia/Shanghai, 1, 2026-02, 2026-02-28T22:00:00Z",
        "America/New_York, 1, 2026-10, 2026-11-01T11:00:00Z",
        "America/New_York, 8, 2026-02, 2026-03-08T10:00:00Z",
        "Australia/Lord_Howe, 5, 2026-03, 2026-04-04T19:30:00Z",
        "Pacific/Apia, 31, 2011-11, 2011-12-30T16:00:00Z",
        "Europe/Berlin, 31, 2026-01, 2026-02-28T05:00:00Z"
    })
    void isSixByTheTenantsClockOnItsFirstDay(
            String zone, int fiscalStartDay, String month, String expected) {
        var calendar = new TenantClock(ZoneId.of(zone), fiscalStartDay);
        var over = calendar.period(YearMonth.parse(month));

        assertThat(DeliveryRound.morningAfter(over, calendar)).isEqualTo(expected);
    }
}
