package dev.sluice.model.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class Uuid7Test {
    @Test
    void carriesItsTimeAndDay() {
        var at = Instant.parse("2026-11-30T23:59:59.999Z");

        var id = Uuid7.next(() -> at);

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Uuid7.instantOf(id)).isEqualTo(at);
        assertThat(Uuid7.dayOf(id)).isEqualTo(LocalDate.of(2026, 11, 30));
    }

    @Test
    void refusesOtherVersions() {
        assertThatThrownBy(() -> Uuid7.instantOf(UUID.randomUUID()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
