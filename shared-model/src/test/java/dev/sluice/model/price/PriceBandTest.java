package dev.sluice.model.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PriceBandTest {
    private static final long FIRST = Instant.parse("2020-01-01T00:00:00Z").getEpochSecond();
    private static final long LAST = Instant.parse("2031-01-01T00:00:00Z").getEpochSecond();

    private static PriceBand band(String from, String to, String zone, Weekday... days) {
        return new PriceBand(
                List.of(days),
                LocalTime.parse(from),
                LocalTime.parse(to),
                ZoneId.of(zone),
                BigDecimal.TEN);
    }

    private static boolean holds(PriceBand band, String at) {
        return band.holds(Instant.parse(at));
    }

    @Test
    void holdsFromItsBeginningToJustBeforeItsEnd() {
        var band = band("08:30", "18:00", "Asia/Shanghai");

        assertThat(holds(band, "2026-11-30T00:29:59.999999999Z")).isFalse();
        assertThat(holds(band, "2026-11-30T00:30:00Z")).isTrue();
        assertThat(holds(band, "2026-11-30T09:59:59.999999999Z")).isTrue();
        assertThat(holds(band, "2026-11-30T10:00:00Z")).isFalse();
    }

    @Test
    void belongsToTheDayOnWhichItBeginsWhenItCrossesMidnight() {
        var friday = band("22:00", "06:00", "UTC", Weekday.FRI);

        assertThat(holds(friday, "2026-11-27T21:59:59Z")).isFalse();
        assertThat(holds(friday, "2026-11-27T22:00:00Z")).isTrue();
        assertThat(holds(friday, "2026-11-28T05:59:59Z")).isTrue();
        assertThat(holds(friday, "2026-11-28T06:00:00Z")).isFalse();
        assertThat(holds(friday, "2026-11-28T22:00:00Z")).isFalse();
        assertThat(holds(friday, "2026-11-27T05:00:00Z")).isFalse();
    }

    @Test
    void isAWholeDayWhereItsTimesAreEqual() {
        var monday = band("00:00", "00:00", "Asia/Tokyo", Weekday.MON);

        assertThat(holds(monday, "2026-11-29T14:59:59Z")).isFalse();
        assertThat(holds(monday, "2026-11-29T15:00:00Z")).isTrue();
        assertThat(holds(monday, "2026-11-30T14:59:59Z")).isTrue();
        assertThat(holds(monday, "2026-11-30T15:00:00Z")).isFalse();
    }

    /** On 29 March 2026 Berlin's clock goes from 02:00 to 03:00 at 01:00Z. */
    @Test
    void beginsAtTheLeapWhereTheClockSkipsItsBeginning() {
        var band = band("02:30", "03:30", "Europe/Berlin");

        assertThat(holds(band, "2026-03-29T00:59:59Z")).isFalse();
        assertThat(holds(band, "2026-03-29T01:00:00Z")).isTrue();
        assertThat(holds(band, "2026-03-29T01:30:00Z")).isFalse();
    }

    /**
     * On 25 October 2026 Berlin's clock shows 02:00 to 03:00 twice, from 00:00Z and from 01:00Z.
     */
    @Test
    void endsTheFirstTimeItsEndIsShown() {
        var band = band("01:00", "02:30", "Europe/Berlin");

        assertThat(holds(band, "2026-10-25T00:29:59Z")).isTrue();
        assertThat(holds(band, "2026-10-25T00:30:00Z")).isFalse();
        assertThat(holds(band, "2026-10-25T01:15:00Z")).isFalse();
    }

    /**
     * Bands that meet on the clock's face leave no instant out and hold none twice, in any zone.
     */
    @Property(tries = 500)
    void bandsThatMeetShareTheTimeBetweenThem(
            @ForAll("zones") ZoneId zone,
            @ForAll @Size(min = 1, max = 5) Set<@IntRange(max = 1439) Integer> cuts,
            @ForAll @LongRange(min = 0, max = 347_155_200L) long second) {
        var minutes = cuts.stream().sorted().toList();
        var bands = new ArrayList<PriceBand>();
        for (var i = 0; i < minutes.size(); i++) {
            var from = LocalTime.ofSecondOfDay(minutes.get(i) * 60L);
            var to = LocalTime.ofSecondOfDay(minutes.get((i + 1) % minutes.size()) * 60L);
            bands.add(new PriceBand(List.of(), from, to, zone, BigDecimal.ONE));
        }
        var at = Instant.ofEpochSecond(Math.min(FIRST + second, LAST));
        for (var near : List.of(at, nearLeap(zone, at, -1), nearLeap(zone, at, 0))) {
            assertThat(bands).filteredOn(band -> band.holds(near)).hasSize(1);
        }
    }

    private static Instant nearLeap(ZoneId zone, Instant at, long seconds) {
        var next = zone.getRules().nextTransition(at);
        return next == null ? at : next.getInstant().plusSeconds(seconds);
    }

    @Provide
    Arbitrary<ZoneId> zones() {
        return Arbitraries.of(ZoneId.getAvailableZoneIds().stream().sorted().toList())
                .map(ZoneId::of);
    }
}
