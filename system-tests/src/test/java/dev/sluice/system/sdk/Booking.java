package dev.sluice.system.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.system.client.LedgerRow;
import org.jspecify.annotations.Nullable;

/**
 * What a caller knows of a call and the ledger must say, too; null is not known.
 *
 * @param counted the count that was asked for: the upstream's, where it counts, else the gateway's
 */
record Booking(
        String trace,
        String status,
        @Nullable Long input,
        @Nullable Long cached,
        @Nullable Long output,
        @Nullable Long counted) {

    static Booking of(String trace, Said.Usage usage) {
        return new Booking(trace, "completed", usage.input(), usage.cached(), usage.output(), null);
    }

    void agreesWith(LedgerRow row) {
        assertThat(row.status()).as("status of %s", this).isEqualTo(status);
        same(input, row.json().at("/tokens/input").asLong(), "input");
        same(cached, row.json().at("/tokens/cachedInput").asLong(), "cached");
        same(output, row.json().at("/tokens/output").asLong(), "output");
        if (counted != null) {
            long own = row.json().at("/counted/input").asLong();
            assertThat(counted).as("counted of %s", this).isIn(own, row.input());
        }
    }

    private void same(@Nullable Long told, long booked, String what) {
        if (told != null) {
            assertThat(booked).as("%s of %s", what, this).isEqualTo(told);
        }
    }
}
