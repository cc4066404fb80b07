package dev.sluice.control.overview;

import dev.sluice.model.money.Money;
import java.time.Instant;
import java.util.List;

/**
 * Money of the day and the month so far.
 *
 * @param hours cost by hour of the last day, oldest first, without gaps
 * @param topApps of the month, as {@code tenant/app}
 * @param topModels of the month
 */
public record Spend(
        String currency,
        Money today,
        Money thisMonth,
        List<Hour> hours,
        List<Share> topApps,
        List<Share> topModels) {
    public Spend {
        hours = List.copyOf(hours);
        topApps = List.copyOf(topApps);
        topModels = List.copyOf(topModels);
    }

    /** What one hour cost. */
    public record Hour(Instant at, Money cost) {}

    /** What one app or model had of it. */
    public record Share(String name, long requests, Money cost) {}
}
