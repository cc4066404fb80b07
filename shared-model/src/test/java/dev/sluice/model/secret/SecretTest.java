package dev.sluice.model.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class SecretTest {
    private final SecureRandom random = new SecureRandom();

    @Test
    void generatesKeysThatCheckThemselves() {
        var seen = new HashSet<String>();
        for (var i = 0; i < 200; i++) {
            var secret = AppKeySecret.generate(random);
            assertThat(secret).matches("ak_[0-9A-Za-z]{38}");
            assertThat(AppKeySecret.isWellFormed(secret)).isTrue();
            assertThat(seen.add(secret)).isTrue();
        }
    }

    @Test
    void tellsATypingSlip() {
        var secret = AppKeySecret.generate(random);
        var slipped =
                secret.substring(0, 10)
                        + (secret.charAt(10) == 'x' ? 'y' : 'x')
                        + secret.substring(11);

        assertThat(AppKeySecret.isWellFormed(slipped)).isFalse();
        assertThat(AppKeySecret.isWellFormed("ak_short")).isFalse();
    }

    @Test
    void showsOnlyTheEndsOfASecret() {
        var secret = AppKeySecret.generate(random);

        assertThat(AppKeySecret.hint(secret))
                .startsWith(secret.substring(0, 8))
                .endsWith(secret.substring(37))
                .hasSize(13);
        assertThat(AppKeySecret.hint("short")).isEqualTo("…");
    }

    @Test
    void opensOnlyWhatWasSealedForTheSamePlaceByTheSameKeyset() {
        var keyset = SecretSealer.generateKeyset();
        var sealed = SecretSealer.fromKeyset(keyset).seal("value", "up", "main");

        assertThat(SecretSealer.fromKeyset(keyset).open(sealed, "up", "main")).isEqualTo("value");
        assertThatThrownBy(() -> SecretSealer.fromKeyset(keyset).open(sealed, "other", "main"))
                .hasMessageContaining("other");
        var foreign = SecretSealer.fromKeyset(SecretSealer.generateKeyset());
        assertThatThrownBy(() -> foreign.open(sealed, "up", "main"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
