package dev.sluice.control.metering;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the ledger is fed and looked after.
 *
 * @param consumers threads that read usage events in this process
 * @param sweepEvery between two looks for abandoned reservations
 * @param sweepGrace how long a lease has to be over
 * @param sweepCalm how long Redis must have answered before anything is swept
 * @param eventOverdue how long after its settle a call's event may take; then the receipt is booked
 * @param keepEvery between two looks at what is due: days to make or to drop, months to close
 * @param daysAhead days whose partitions are made before they begin
 * @param retentionMonths whole months before the running one whose entries are kept; 0 keeps all
 * @param closeAfter how long after its end a tenant's month is closed by itself
 */
@ConfigurationProperties("sluice.ledger")
public record LedgerSettings(
        @DefaultValue("2") int consumers,
        @DefaultValue("1s") Duration sweepEvery,
        @DefaultValue("15s") Duration sweepGrace,
        @DefaultValue("30s") Duration sweepCalm,
        @DefaultValue("5m") Duration eventOverdue,
        @DefaultValue("1m") Duration keepEvery,
        @DefaultValue("3") int daysAhead,
        @DefaultValue("13") int retentionMonths,
        @DefaultValue("3d") Duration closeAfter) {
    public LedgerSettings {
        if (daysAhead < 1 || retentionMonths < 0 || closeAfter.isNegative()) {
            throw new IllegalArgumentException(
                    "sluice.ledger: days-ahead is at least 1, retention-months and close-after are"
                            + " not negative");
        }
    }
}
